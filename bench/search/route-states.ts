import { FIRST_UP } from 'assay-verify/forecast/forecast'
import { EMPTY_SCORE_FACTS, scoreFrom } from 'assay-verify/score/score'
import { findByWords } from '../../lib/api/find-candidates'
import type { CatalogServer } from '../../lib/core/catalog/catalog'
import { waysIn } from '../../lib/core/catalog/ways-in'
import { backendKeys } from '../../lib/search/alternatives/independence'
import { actNamedBy } from '../../lib/search/alternatives/purpose'
import { documentsOf } from '../../lib/search/index/search-document'
import type { Ranker } from '../../lib/search/rank/rank'
import { chooseRoute, type Route } from '../../lib/search/route/choose-route'
import type { AlternativesOf } from '../../lib/search/route/route-constraints'
import { isAvoided, type RouteOption } from '../../lib/search/route/route-option'
import { taskSteps } from '../../lib/search/route/task-steps'
import { spread } from '../../training/random'
import { readCatalog } from '../../training/training-files'
import { type Bench, neededFlags, numberFlag, readJsonLines, round } from '../bench'
import { targetsIn } from './alternatives'
import { type JudgedResults, judgedFigures } from './judged-figures'
import { type Grades, graderOf, twinKeysOf } from './judged-twins'
import { rankerOver } from './shipped'

/** As the operation has them. */
const CONSIDERED = 100
const CONSIDERED_A_STEP = 40
const MOST_ALTERNATIVES = 100
const FALLBACKS = 5
/** From this grade on a tool fits a request. */
const FITS_FROM = 2
const ANYBODY = { openOnly: false, readOnlyOnly: false, maxLatencyMs: null, minScore: null, exclude: new Set<string>() }

type State = Pick<RouteOption, 'verdict' | 'recommendation' | 'changed' | 'up' | 'score'>
type Known = Omit<RouteOption, 'relevance'>

const UNPROBED: State = {
  verdict: 'unknown',
  recommendation: 'unknown',
  changed: false,
  up: FIRST_UP,
  score: scoreFrom(EMPTY_SCORE_FACTS, null).score,
}
const HEALTHY: State = { verdict: 'healthy', recommendation: 'proceed', changed: false, up: 0.99, score: 90 }
const CAUTION = 'proceed_with_caution'
const DEGRADED: State = { verdict: 'degraded', recommendation: CAUTION, changed: false, up: 0.95, score: 60 }
const CHANGED: State = { verdict: 'healthy', recommendation: CAUTION, changed: true, up: 0.99, score: 80 }
const DOWN: State = { verdict: 'down', recommendation: 'avoid', changed: false, up: 0.01, score: 30 }
/** The same for all, so that only fit decides. */
const ALIKE = { ...HEALTHY, access: 'open', callable: 'endpoint', hasInputSchema: true } as const

interface JudgedRequest {
  id: string
  q: string
  form: string
  grades: Grades
}

interface Asked {
  request: JudgedRequest
  gradeOf: (id: string) => number | null
  /** The options of the whole task, then of each step, with no state. */
  lists: (Known & Pick<RouteOption, 'relevance'>)[][]
}

/**
 * What the choice of route is where each tool has a state drawn by seed: healthy 0.8, with caution 0.1 (half of these
 * degraded, half changed), down 0.1. The first result of a request is what is chosen where all have the same state;
 * counted are, over all draws, the requests whose first result fits. In this process, on the words and the declared
 * access of the catalog; rankings and alternatives are computed once.
 */
export const bench: Bench = {
  flags: { cases: '', catalog: '', draws: '10' },
  async run(flags, print) {
    const { cases, catalog } = neededFlags(flags, 'cases', 'catalog')
    const draws = numberFlag(flags, 'draws')
    const servers = await readCatalog(catalog)
    const ranker = rankerOver(servers.flatMap(documentsOf))
    const asked = await rankAll(cases.split(',').flatMap(readJsonLines<JudgedRequest>), servers, ranker)
    print(`${asked.length} requests ranked`)
    const alternativesOf = remembered(targetsIn(servers, ranker, MOST_ALTERNATIVES))
    const counts = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]))
    for (let draw = 1; draw <= draws; draw += 1)
      for (const one of asked) {
        const outcome = outcomeOf(one, draw, alternativesOf)
        if (outcome !== null) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      }
    const choices = judgedFigures(
      asked.map((one) =>
        judged(
          one,
          choose(one, () => UNPROBED, alternativesOf),
        ),
      ),
    )
    const { rightAnswers, confidentlyWrong, falseRefusals, unknownChoices } = choices
    const figures = { rightAnswers, confidentlyWrong, falseRefusals, unknownChoices }
    const shares = Object.entries(figures).map(([name, value]) => [name, round(value, 4)] as const)
    for (const [name, value] of [...counts, ...shares]) print(`${name.padEnd(22)} ${value}`)
    return { requests: asked.length, draws, ...Object.fromEntries(counts), ...Object.fromEntries(shares) }
  },
  hasFailed: ({ lostForState, downOther }) => lostForState !== 0 || downOther !== 0,
}

/** What became of a first result that fits. */
const OUTCOMES = [
  /** It is chosen. */
  'kept',
  /** Another that fits within 0.05 is chosen, and fits; does not fit; has no grade. */
  'equalFits',
  'equalDoesNot',
  'equalUngraded',
  /** It asks for credentials or payment, or cannot be called, and another that fits within 0.05 is chosen. */
  'equalPastSignIn',
  'equalUncallable',
  /** It is not down, and what is chosen fits more than 0.05 less, or nothing is chosen. */
  'lostForState',
  /** It is down: another that fits within 0.05 is chosen; a listed alternative; anything else; nothing. */
  'downEqual',
  'downAlternative',
  'downOther',
  'downAvoid',
] as const
type Outcome = (typeof OUTCOMES)[number]

/** null: nothing is chosen by fit alone, or what is does not fit. */
function outcomeOf(one: Asked, draw: number, alternativesOf: AlternativesOf): Outcome | null {
  const first = choose(one, () => ALIKE, alternativesOf).chosen
  if (first === null || !fits(one.gradeOf(first.id))) return null
  const stateOf = (id: string) => drawnState(id, draw)
  const { chosen } = choose(one, stateOf, alternativesOf)
  const isEqual = chosen !== null && Math.round((first.relevance - chosen.relevance) * 1000) <= 50
  if (chosen?.id === first.id) return 'kept'
  if (isAvoided({ ...first, ...stateOf(first.id) })) {
    if (chosen === null) return 'downAvoid'
    return isEqual ? 'downEqual' : alternativesOf(first.id).has(chosen.id) ? 'downAlternative' : 'downOther'
  }
  if (!isEqual) return 'lostForState'
  const { access, callable } = one.lists.flat().find(({ id }) => id === first.id) ?? first
  if (callable === null) return 'equalUncallable'
  if (access === 'auth' || access === 'paid') return 'equalPastSignIn'
  const grade = one.gradeOf(chosen.id)
  return grade === null ? 'equalUngraded' : fits(grade) ? 'equalFits' : 'equalDoesNot'
}

function choose(
  { lists: [whole = [], ...steps] }: Asked,
  stateOf: (id: string) => Partial<RouteOption>,
  alternativesOf: AlternativesOf,
): Route {
  const withState = (options: Asked['lists'][number]) => options.map((one) => ({ ...one, ...stateOf(one.id) }))
  return chooseRoute(withState(whole), steps.map(withState), ANYBODY, FALLBACKS, alternativesOf)
}

function drawnState(id: string, draw: number): State {
  const drawn = spread(`${draw} ${id}`) / 2 ** 32
  if (drawn < 0.8) return HEALTHY
  if (drawn < 0.85) return DEGRADED
  return drawn < 0.9 ? CHANGED : DOWN
}

function fits(grade: number | null): boolean {
  return grade !== null && grade >= FITS_FROM
}

function judged({ request: { id, form, grades }, gradeOf }: Asked, { chosen, confidence }: Route): JudgedResults {
  const choice = chosen && { id: chosen.id, grade: gradeOf(chosen.id) }
  return { id, form, pool: Object.values(grades), ranked: [], chosen: choice, confidence }
}

async function rankAll(
  requests: readonly JudgedRequest[],
  servers: readonly CatalogServer[],
  ranker: Ranker,
): Promise<Asked[]> {
  const keys = twinKeysOf(servers)
  const known = new Map(servers.flatMap(knownOf).map((one) => [one.id, one]))
  const finder = {
    find: async (text: string, limit: number) => ranker.rank(text, limit),
    alike: async () => [],
    same: async () => [],
  }
  const optionsFor = async (text: string, limit: number) =>
    (await findByWords(text, limit, { finder })).flatMap(({ id, relevance }) => {
      const one = known.get(id)
      return one === undefined ? [] : { ...one, relevance }
    })
  return Promise.all(
    requests.map(async (request) => {
      const steps = taskSteps(request.q)
      const further = steps.length === 1 ? [] : steps.map((step) => optionsFor(step, CONSIDERED_A_STEP))
      const lists = await Promise.all([optionsFor(request.q, CONSIDERED), ...further])
      return { request, gradeOf: graderOf(request.grades, keys), lists }
    }),
  )
}

/** The tools of a server, or itself where it lists none, as the operation knows them where nothing was probed. */
function knownOf(server: CatalogServer): Known[] {
  const origin = backendKeys({ ...server, serverId: server.id })
  const { callable } = waysIn(server)
  const tools = new Map(server.tools.map((tool) => [`${server.id}/${tool.name}`, tool]))
  return documentsOf(server).map(({ id, name }) => ({
    ...UNPROBED,
    id,
    kind: tools.has(id) ? 'tool' : 'server',
    origin,
    act: tools.has(id) ? actNamedBy(name) : null,
    access: server.declaredAccess,
    // Nothing is known of who came first: ids decide.
    serverKey: 0,
    usage: null,
    latencyP95Ms: null,
    callable,
    hasInputSchema: (tools.get(id)?.inputSchema ?? null) !== null,
    readOnly: tools.get(id)?.annotations?.readOnlyHint === true,
  }))
}

function remembered(listed: (id: string) => string[]): AlternativesOf {
  const known = new Map<string, ReadonlySet<string>>()
  return (id) => {
    const ids = known.get(id) ?? new Set(listed(id))
    known.set(id, ids)
    return ids
  }
}
