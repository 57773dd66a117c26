import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { idToPath } from '../lib/core/catalog/subject-id'
import { type AnswerVerdict, checkScoreAnswer } from '../lib/core/score/check-score-answer'
import type { ScoreResult } from '../lib/core/score/score'
import { visibleLine } from '../lib/core/text/visible-text'
import { safeFetch } from '../lib/safe-fetch'

const USAGE = `npm run verify -- <base url> <toolId>
npm run verify -- --answer FILE --jwks FILE [toolId]`

/** An explained answer is some 8 kB; a server that sends more than this is not answering the question. */
const MAX_BYTES = 1_000_000
const TIMEOUT_MS = 15_000

/** Most characters shown of a text that the other side chose. */
const SHOWN_LENGTH = 160

const AGREES = 0
const DISAGREES = 1
const EXIT_INCONCLUSIVE = 2

/** Why nothing could be looked at, for people; of the other side's words only what is safe to show. */
class CannotVerify extends Error {}

interface Question {
  answer: unknown
  jwks: unknown
  /** null: whichever the answer is about. */
  toolId: string | null
  from: string
}

/**
 * Recomputes a published score from the inputs published with it, verifies its attestation and says what agrees. Answers the exit code: 0 all
 * agrees, 1 something does not, 2 nothing could be compared.
 */
export async function verify(args: readonly string[], now: Date, say: (line: string) => void): Promise<number> {
  try {
    const { answer, jwks, toolId, from } = await questionOf(args)
    say(`${shown(from)} at ${now.toISOString()}`)
    return report(checkScoreAnswer(answer, jwks, toolId, now), say)
  } catch (cause) {
    if (!(cause instanceof CannotVerify)) throw cause
    say(`Could not look: ${cause.message}`)
    return EXIT_INCONCLUSIVE
  }
}

async function questionOf(args: readonly string[]): Promise<Question> {
  const { files, given } = readArguments(args)
  if (files !== null) {
    const [answer, jwks] = [await jsonOfFile(files.answer), await jsonOfFile(files.jwks)]
    return { answer, jwks, toolId: given[0] ?? null, from: files.answer }
  }
  const [base, toolId] = given
  if (base === undefined || toolId === undefined) throw new CannotVerify(`it was not said what at.\n${USAGE}`)
  const root = rootOf(base)
  const from = `${root}/v1/score/${idToPath(toolId)}?explain=1`
  return { answer: await jsonOfUrl(from), jwks: await jsonOfUrl(`${root}/.well-known/jwks.json`), toolId, from }
}

function readArguments(args: readonly string[]): { files: { answer: string; jwks: string } | null; given: string[] } {
  const options = { answer: { type: 'string' }, jwks: { type: 'string' } } as const
  const { values, positionals } = tryOr('', () => parseArgs({ args: [...args], options, allowPositionals: true }))
  const { answer, jwks } = values
  if ((answer === undefined) !== (jwks === undefined))
    throw new CannotVerify(`--answer and --jwks go together.\n${USAGE}`)
  return { files: answer === undefined || jwks === undefined ? null : { answer, jwks }, given: positionals }
}

function rootOf(base: string): string {
  const url = tryOr('the base URL is no URL: ', () => new URL(base))
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** The address was typed by whoever runs this, so it may be one of a private network; where it redirects to may not. */
async function jsonOfUrl(address: string): Promise<unknown> {
  const rules = { allowedOrigins: [new URL(address).origin] }
  const fetched = safeFetch(address, {
    headers: { accept: 'application/json' },
    maxBytes: MAX_BYTES,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    rules,
  })
  const { status, body } = await fetched.catch((cause: unknown) => {
    throw new CannotVerify(`${shown(address)}: ${shown(messageOf(cause))}`)
  })
  if (status !== 200) throw new CannotVerify(`${shown(address)} answered with status ${status}.`)
  return tryOr(`${shown(address)} is no JSON: `, () => JSON.parse(body.toString('utf8')))
}

async function jsonOfFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CannotVerify(shown(messageOf(cause)))
  })
  return tryOr(`${shown(path)} is no JSON: `, () => JSON.parse(text))
}

function tryOr<Result>(why: string, make: () => Result): Result {
  try {
    return make()
  } catch (cause) {
    throw new CannotVerify(`${why}${shown(messageOf(cause))}`, { cause })
  }
}

function report(verdict: AnswerVerdict, say: (line: string) => void): number {
  if (verdict.unreadable !== null) throw new CannotVerify(shown(verdict.unreadable))
  const { recomputed, claims, checks } = verdict
  if (recomputed !== null) sayComponents(recomputed, say)
  if (claims !== null) {
    const [issued, expires] = [instant(claims.iat), instant(claims.exp)]
    say(`Signed by ${shown(claims.iss)} for ${shown(claims.sub)} at ${issued}, valid until ${expires}.`)
  }
  const wrong = checks.filter(({ agrees }) => !agrees)
  say(`Checked: ${checks.length} things, ${checks.length - wrong.length} agree.`)
  for (const { what, found, expected } of wrong)
    say(`DISAGREES  ${shown(what)}: ${shown(found)}, not ${shown(expected)}`)
  say(wrong.length === 0 ? 'Everything agrees.' : 'This answer does not hold.')
  return wrong.length === 0 ? AGREES : DISAGREES
}

/** The formula's own words and numbers, recomputed here: nothing of the answer is echoed but its inputs. */
function sayComponents({ components, score, grade, formula }: ScoreResult, say: (line: string) => void): void {
  say(`${'component'.padEnd(14)}${'weight'.padStart(7)}${'value'.padStart(10)}${'points'.padStart(10)}  why`)
  for (const { name, weight, value, points, reason } of components) {
    const figures = [String(weight).padStart(7), String(value ?? '-').padStart(10), points.toFixed(4).padStart(10)]
    say(`${name.padEnd(14)}${figures.join('')}  ${visibleLine(reason, 600)}`)
  }
  say(`Recomputed by ${formula}: ${score.toFixed(1)}, grade ${grade}.`)
}

function instant(seconds: number): string {
  const at = new Date(seconds * 1000)
  return Number.isNaN(at.getTime()) ? 'no date' : at.toISOString()
}

function shown(text: string): string {
  return visibleLine(text, SHOWN_LENGTH)
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await verify(process.argv.slice(2), new Date(), (line) => process.stdout.write(`${line}\n`))
}
