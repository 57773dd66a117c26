import { usageOf } from 'assay-verify/score/tool-facts'
import { countedUse } from 'assay-verify/score/usage'
import { limitOf } from '../../contract/compact'
import type { InputOf, OutputOf } from '../../contract/operations'
import type { RouteAnswer } from '../../contract/shapes/route'
import { waysIn } from '../../core/catalog/ways-in'
import type { Assessment } from '../../core/verdict/assessment'
import type { CallerNeeds } from '../../core/verdict/recommendation'
import { expectedBack, serverUpNow } from '../../core/verdict/server-forecast'
import { defineEndpoint } from '../../http/operation'
import { backendKeys } from '../../search/alternatives/independence'
import { actNamedBy } from '../../search/alternatives/purpose'
import { EXACT_RELEVANCE } from '../../search/results/order-results'
import { chooseRoute, type Fallback, idsToReplace, type Route } from '../../search/route/choose-route'
import {
  isAvoided,
  type RouteConstraints,
  type RouteOption,
  type UnmetConstraint,
  unmetConstraint,
} from '../../search/route/route-option'
import { taskSteps } from '../../search/route/task-steps'
import { listOpenBreakagesOf } from '../../store/breakages/breakages'
import type { SubjectDetails, SubjectFacts } from '../../store/catalog/candidates'
import { callHints } from '../call-hints'
import { assessCandidate, candidateOf, saysReadOnly } from '../candidate'
import { compactRoute } from '../compact-answers'
import type { Context } from '../context'
import { findByWords } from '../find-candidates'
import type { Ranked } from '../finder'
import { forecastWeights } from '../forecast-weights'
import { findRating } from '../get-rating'
import { foldedByProduct, type Products } from '../product-directory'
import { routeCandidates } from '../route-candidates'
import { findNamedById } from '../search/find-named-by-id'
import { listAlternativeIds } from './alternatives'

/** Results considered for a task before any is left out: more where constraints leave some out. */
const CONSIDERED = 40
const CONSIDERED_CONSTRAINED = 100
/** Results considered for one step of a task. */
const CONSIDERED_A_STEP = 40
/** Alternatives of what is down or to be avoided that may take its place: as many as an answer may list. */
const MOST_ALTERNATIVES = 100

interface Known {
  found: SubjectFacts
  assessment: Assessment
  option: Omit<RouteOption, 'relevance'>
}

type RouteInput = Omit<InputOf<'route'>, 'compact' | 'limit'>

async function route(input: InputOf<'route'>, context: Context): Promise<OutputOf<'route'>> {
  const whole = await findRoute(input, limitOf('route', input), context)
  return input.compact ? compactRoute(whole) : whole
}

/** The tool for a task with all members, and at most `limit` fallbacks. */
export async function findRoute(input: RouteInput, limit: number, context: Context): Promise<RouteAnswer> {
  const considered = isConstrained(input) ? CONSIDERED_CONSTRAINED : CONSIDERED
  const named = await findNamedById(input.task, considered, context)
  // Whoever names a removed tool means no other.
  const isRemoved = named.some(({ removedAt }) => removedAt != null)
  const steps = named.length > 0 ? [] : taskSteps(input.task)
  const [byWords = [], ...ranked] = await Promise.all([
    ...(isRemoved ? [] : [findByWords(input.task, considered, context)]),
    ...(steps.length < 2 ? [] : steps.map((step) => findByWords(step, CONSIDERED_A_STEP, context))),
  ])
  const whole = namedFirst(named, byWords)
  const namedIds = new Set(named.map(({ id }) => id))
  const ids = [...new Set([whole, ...ranked].flat().map(({ id }) => id))]
  const found = [...named, ...(await context.subjectFacts.listSubjectFacts(ids.filter((id) => !namedIds.has(id))))]
  const products = await context.products.current()
  const known = new Map(
    found.map((facts) => [facts.id, knownOf(facts, context.now, { readOnly: input.readOnly }, products)]),
  )
  const optionsOf = (list: readonly Ranked[]) =>
    list.flatMap(({ id, relevance }) => {
      const option = known.get(id)?.option
      return option === undefined ? [] : [{ ...option, relevance, isNamed: namedIds.has(id) }]
    })
  const [options, optionsOfSteps, constraints] = [optionsOf(whole), ranked.map(optionsOf), constraintsOf(input)]
  const alternativesOf = await readAlternatives(idsToReplace([options, ...optionsOfSteps], constraints), context)
  const routed = chooseRoute(options, optionsOfSteps, constraints, limit, alternativesOf)
  const answer = await routeAnswerOf(routed, known, input, products, context)
  return input.fold === 'product' ? foldedRoute(answer) : answer
}

async function routeAnswerOf(
  { chosen, fallbacks, unavailable, near, confidence }: Route,
  known: ReadonlyMap<string, Known>,
  input: RouteInput,
  products: Products,
  context: Context,
): Promise<RouteAnswer> {
  const options = [...(chosen === null ? [] : [chosen]), ...fallbacks.map(({ option }) => option), ...near]
  const shown = await context.subjectFacts.listSubjectDetails(options.map(({ id }) => id))
  const texts = new Map(shown.map((one) => [one.id, one]))
  const constraints = constraintsOf(input)
  if (unavailable.length > 0) context.notRemembered?.()
  const answered = chosen === null ? null : await chosenOf(chosen, texts, known, products, context)
  return {
    chosen: answered,
    fallbacks: fallbacks.flatMap((fallback) => fallbackOf(fallback, texts, known, products) ?? []),
    candidates: routeCandidates(near, texts, known, products, input.fold === 'product'),
    unavailable: (await Promise.all(unavailable.map((one) => unavailableOf(one, known, constraints, context)))).flat(),
    recommendation: answered?.recommendation ?? (unavailable.length > 0 ? 'avoid' : 'no_confident_match'),
    fit: confidence,
    confidence,
  }
}

/** Of each product the first row. */
function foldedRoute({ chosen, fallbacks, ...rest }: RouteAnswer): RouteAnswer {
  const shown = chosen?.productId == null ? [] : [chosen.productId]
  return { chosen, fallbacks: foldedByProduct(fallbacks, ({ productId }) => productId, shown), ...rest }
}

/** What the operation lists in place of each of these. */
async function readAlternatives(ids: ReadonlySet<string>, context: Context) {
  if (ids.size > 0) context.notRemembered?.()
  const listed = await Promise.all(
    [...ids].map(async (id) => {
      return [id, new Set(await listAlternativeIds(id, MOST_ALTERNATIVES, context))] as const
    }),
  )
  const listedOf = new Map<string, ReadonlySet<string>>(listed)
  return (id: string) => listedOf.get(id) ?? new Set<string>()
}

function namedFirst(named: readonly SubjectFacts[], ranked: readonly Ranked[]): Ranked[] {
  const relevanceOf = new Map(ranked.map(({ id, relevance }) => [id, relevance]))
  const best = named.map(({ id }) => ({ id, relevance: Math.max(EXACT_RELEVANCE, relevanceOf.get(id) ?? 0) }))
  for (const { id } of named) relevanceOf.delete(id)
  return [...best, ...[...relevanceOf].map(([id, relevance]) => ({ id, relevance }))]
}

function isConstrained(input: RouteInput): boolean {
  const { openOnly, readOnlyOnly, maxLatencyMs, minScore, exclude } = constraintsOf(input)
  return openOnly || readOnlyOnly || maxLatencyMs !== null || minScore !== null || exclude.size > 0
}

function constraintsOf(input: RouteInput): RouteConstraints {
  return {
    openOnly: input.access === 'open',
    readOnlyOnly: input.readOnly,
    maxLatencyMs: input.maxLatencyMs ?? null,
    minScore: input.minScore ?? null,
    exclude: input.exclude ?? new Set(),
  }
}

function knownOf(found: SubjectFacts, now: Date, caller: CallerNeeds, products: Products): Known {
  const assessment = assessCandidate(found, now, caller)
  const { serverState, scoreFacts } = found
  return {
    found,
    assessment,
    option: {
      id: found.id,
      kind: found.kind,
      origin: backendKeys({ ...found, productId: products.of(found.serverKey)?.productId ?? null }),
      act: found.kind === 'tool' ? actNamedBy(found.name) : null,
      verdict: assessment.verdict,
      recommendation: assessment.recommendation,
      changed: (found.facts?.openChange ?? null) !== null,
      up: serverUpNow(serverState, now),
      access: assessment.axes.access,
      score: found.score,
      serverKey: found.serverKey,
      usage: countedUse(usageOf(found.facts)),
      latencyP95Ms: scoreFacts?.latencyP95Ms ?? null,
      callable: waysIn(found, found.serverState?.targets).callable,
      hasInputSchema: found.hasInputSchema,
      readOnly: saysReadOnly(found),
    },
  }
}

async function chosenOf(
  { id, relevance }: RouteOption,
  shown: ReadonlyMap<string, SubjectDetails>,
  known: ReadonlyMap<string, Known>,
  products: Products,
  { reads: { db }, demand, now }: Context,
): Promise<RouteAnswer['chosen']> {
  const [found, assessment] = [shown.get(id), known.get(id)?.assessment]
  if (found === undefined || assessment === undefined) return null
  if (assessment.asOf === null) demand.note(id, now)
  const open = await listOpenBreakagesOf(db, found.serverKey, id)
  return { ...candidateOf(found, relevance, assessment, products), callHints: callHints(found, assessment, open) }
}

function fallbackOf(
  { option, independent, step }: Fallback,
  shown: ReadonlyMap<string, SubjectDetails>,
  known: ReadonlyMap<string, Known>,
  products: Products,
): RouteAnswer['fallbacks'][number] | undefined {
  const [found, assessment] = [shown.get(option.id), known.get(option.id)?.assessment]
  if (found === undefined || assessment === undefined) return undefined
  return {
    ...candidateOf(found, option.relevance, assessment, products),
    ...{ independent, callable: option.callable, step },
  }
}

/** Why a tool that can be used is not for this caller. */
const UNMET: Readonly<Record<UnmetConstraint, RouteAnswer['unavailable'][number]['reason']>> = {
  readOnlyOnly: {
    code: 'not_read_only',
    text: 'It fits the task, but does not declare that it changes nothing, as `readOnly` asks for.',
  },
  openOnly: {
    code: 'not_open',
    text: 'It fits the task, but is not known to work without credentials or payment, as `access=open` asks for.',
  },
  maxLatencyMs: {
    code: 'too_slow',
    text: 'It fits the task, but is not known to answer 95 % of its calls within `maxLatencyMs`.',
  },
  minScore: { code: 'score_too_low', text: 'It fits the task, but its score is below `minScore`.' },
}

/** What fits but cannot be used now, or not by this caller: why, since when, and when it is expected back. */
async function unavailableOf(
  { option, step }: Route['unavailable'][number],
  known: ReadonlyMap<string, Known>,
  constraints: RouteConstraints,
  context: Context,
): Promise<RouteAnswer['unavailable']> {
  const { id, relevance } = option
  const [one, rating] = [known.get(id), await findRating(id, context)]
  const unmet = isAvoided(option) ? null : unmetConstraint(option, constraints)
  const reason = unmet === null ? one?.assessment.reasons[0] : UNMET[unmet]
  if (one === undefined || reason === undefined) return []
  const { name, serverId, serverTitle, serverState, facts } = one.found
  const { verdict, downSince } = one.assessment
  const recommendation = unmet === null ? one.assessment.recommendation : 'avoid'
  const isDown = verdict === 'down'
  const isBack = isDown && one.found.removedAt == null
  const maintenance = rating?.maintenance ?? null
  const back = isBack ? expectedBack(serverState, maintenance, context.now, await forecastWeights(context)) : null
  return [
    {
      ...{ toolId: id, name, serverId, serverTitle, verdict, recommendation, relevance, reason, step },
      since: isDown ? (downSince?.toISOString() ?? null) : unmet === null ? (facts?.openChange?.at ?? null) : null,
      expectedBack: back && { at: back.at.toISOString(), probability: back.probability },
    },
  ]
}

export const routeEndpoint = defineEndpoint('route', (input, context: Context) =>
  context.remembered.json('route', input, context, route),
)
