import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { config } from '../../lib/config'
import type { OutputOf } from '../../lib/contract/operations'
import { type CountTokens, loadTokenizer } from '../../lib/jobs/texts/count-tokens'
import { spread } from '../../training/random'
import { readCatalog } from '../../training/training-files'
import { type Bench, BenchCannotRun, neededFlags, type Print, readJsonLines, round } from '../bench'
import { withFolder } from '../folder'
import { type CandidateFigures, candidateFigures, type OfferedResults, reportThresholds } from './candidate-figures'
import { isAnswerable, type JudgedFigures, judgedFigures } from './judged-figures'
import { trainWithoutFold, untilSearchable, withJudgedService } from './judged-service'
import { type Grades, graderOf, type TwinKeys, twinKeysOf } from './judged-twins'

const FOLDS = 5
const LIMIT = 10
const DIGITS = 4
/** Requests between two lines of progress. */
const REPORTED_EVERY = 100

type Flags = Parameters<Bench['run']>[0]

interface JudgedRequest {
  id: string
  q: string
  form: string
  grades: Grades
}

/**
 * Asks search and route every judged request over HTTP. Without `--base` a service of its own answers, with the catalog
 * imported and either the weights of `--weights`, or with `--fold` weights trained without that fold. `--fold` leaves
 * only the requests of the fold: `spread(q) % 5`. With `--base` nothing is trained: the service has the weights it has.
 * Twins of graded tools are known from `--catalog` alone.
 */
export const bench: Bench = {
  flags: { cases: '', catalog: '', base: '', fold: '', weights: '', train: '', grades: '', out: '' },
  async run(flags, print) {
    const requests = readRequests(flags)
    const keys = flags.catalog ? twinKeysOf(await readCatalog(flags.catalog)) : new Map()
    return withService(flags, print, async (url) => {
      const answers = await askAll(url, requests, keys, print)
      if (flags.out) writeFileSync(flags.out, answers.map(lineOf).join(''))
      const figures = { ...judgedFigures(answers), ...candidateFigures(answers) }
      report(figures, answers, print)
      reportThresholds(answers, print)
      return rounded(figures)
    })
  },
}

/**
 * The requests of all files, or of the fold; those of `--grades` have further grades, which never replace one of the
 * request's own.
 */
function readRequests(flags: Flags): JudgedRequest[] {
  const files = neededFlags(flags, 'cases').cases.split(',')
  const fold = foldOf(flags)
  const given = files.flatMap((file) => readJsonLines<JudgedRequest>(file))
  const ids = new Set(given.map(({ id }) => id))
  if (ids.size < given.length) throw new BenchCannotRun('two requests have the same id')
  const asked = given.filter(({ q }) => fold === null || spread(q) % FOLDS === fold)
  if (asked.length === 0) throw new BenchCannotRun(`no request is in fold ${fold}`)
  const further = new Map<string, Grades>()
  for (const { id, grades } of flags.grades ? readJsonLines<Pick<JudgedRequest, 'id' | 'grades'>>(flags.grades) : []) {
    if (!ids.has(id)) throw new BenchCannotRun(`${flags.grades} has grades of ${id}, which is no request`)
    further.set(id, { ...grades, ...further.get(id) })
  }
  return asked.map((request) => ({ ...request, grades: { ...further.get(request.id), ...request.grades } }))
}

function foldOf({ fold }: Flags): number | null {
  if (!fold) return null
  if (!/^[0-4]$/.test(fold)) throw new BenchCannotRun(`--fold must be 0 to ${FOLDS - 1}`)
  return Number(fold)
}

async function withService<Result>(flags: Flags, print: Print, use: (url: string) => Promise<Result>): Promise<Result> {
  const { base = '', weights = '', train = '' } = flags
  const fold = foldOf(flags)
  if (base && (weights || train)) throw new BenchCannotRun('--base goes with neither --weights nor --train')
  if (weights && train) throw new BenchCannotRun('--weights and --train exclude each other')
  if (train && fold === null) throw new BenchCannotRun('--train needs --fold')
  if (base) {
    const url = base.replace(/\/+$/, '')
    await untilSearchable(url)
    return use(url)
  }
  const { catalog } = neededFlags(flags, 'catalog')
  if (fold === null || weights) return withJudgedService(catalog, weights || (config().searchWeights ?? ''), print, use)
  return withFolder(async (folder) => {
    const trained = join(folder, 'search-weights.bin')
    await trainWithoutFold(trained, catalog, fold, train, print)
    return withJudgedService(catalog, trained, print, use)
  })
}

async function askAll(
  base: string,
  requests: readonly JudgedRequest[],
  keys: TwinKeys,
  print: Print,
): Promise<OfferedResults[]> {
  const answers: OfferedResults[] = []
  const countTokens = await loadTokenizer()
  for (const request of requests) {
    answers.push(await ask(base, request, keys, countTokens))
    if (answers.length % REPORTED_EVERY === 0) print(`${answers.length} of ${requests.length} requests asked`)
  }
  return answers
}

async function ask(
  base: string,
  { id, q, form, grades }: JudgedRequest,
  keys: TwinKeys,
  countTokens: CountTokens,
): Promise<OfferedResults> {
  const gradeOf = graderOf(grades, keys)
  const [{ results }, { chosen, candidates, confidence }] = await Promise.all([
    read<OutputOf<'search'>>(`${base}/v1/search?${new URLSearchParams({ q, limit: String(LIMIT) })}`, id),
    read<OutputOf<'route'>>(`${base}/v1/route?${new URLSearchParams({ task: q })}`, id),
  ])
  const graded = ({ toolId, relevance }: { toolId: string; relevance: number }) => ({
    ...{ id: toolId, grade: gradeOf(toolId), relevance },
  })
  return {
    id,
    form,
    pool: Object.values(grades),
    ranked: results.map(graded),
    chosen: chosen && { id: chosen.toolId, grade: gradeOf(chosen.toolId) },
    candidates: candidates.map(graded),
    candidateTokens: countTokens(JSON.stringify(candidates)),
    confidence,
  }
}

async function read<Answer>(address: string, id: string): Promise<Answer> {
  const response = await fetch(address)
  if (!response.ok)
    throw new BenchCannotRun(`${id}: ${address} was answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

function lineOf({ id, form, ranked, chosen, candidates, confidence }: OfferedResults): string {
  const rowOf = ({ id: toolId, grade, relevance }: OfferedResults['ranked'][number]) => ({
    ...{ toolId, grade, relevance: round(relevance, DIGITS) },
  })
  const choice = chosen && { toolId: chosen.id, grade: chosen.grade }
  const lists = { ranked: ranked.map(rowOf), chosen: choice, candidates: candidates.map(rowOf) }
  return `${JSON.stringify({ id, form, ...lists, confidence: round(confidence, DIGITS) })}\n`
}

type Figures = JudgedFigures & CandidateFigures

function rounded({ p1ByForm, ...figures }: Figures): Record<string, unknown> {
  const round4 = (values: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, round(value, DIGITS)]))
  return { ...round4(figures), p1ByForm: round4(p1ByForm) }
}

function report({ p1ByForm, ...figures }: Figures, answers: readonly OfferedResults[], print: Print): void {
  const answerable = answers.filter(isAnswerable)
  for (const [name, value] of Object.entries(figures)) print(`${name.padEnd(27)} ${round(value, DIGITS)}`)
  print(
    `\n${'form'.padEnd(18)} ${'fit'.padStart(4)}   p1      ±   (fit: requests that something fits; ±: standard error)`,
  )
  for (const [form, p1] of Object.entries(p1ByForm)) {
    const count = answerable.filter((answer) => answer.form === form).length
    print(
      `${form.padEnd(18)} ${String(count).padStart(4)}   ${p1.toFixed(3)}  ${Math.sqrt((p1 * (1 - p1)) / count).toFixed(3)}`,
    )
  }
}
