import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { exitCodeOf, WrongUse } from '../command.mjs'
import { checkScoreAnswer, type ScoreAnswerReport } from '../score/check-score-answer.ts'
import type { ScoreResult } from '../score/score.ts'
import { idToPath } from '../subject-id.ts'
import { parseStrictJson } from '../text/strict-json.ts'
import { visibleLine } from '../text/visible-text.ts'
import type { CommandEnvironment } from './environment.ts'
import { failureText, sameHostFetch } from './same-host-fetch.ts'

const USAGE = `assay-verify score URL TOOL_ID
assay-verify score --answer FILE --jwks FILE [TOOL_ID]`

/** In bytes. An explained answer has some 8 kB, so anything above this is not one. */
const MAX_BYTES = 1_000_000
const TIMEOUT_MS = 15_000

/** Characters shown at most of a text from the other side. */
const SHOWN_LENGTH = 160

const AGREES = 0
const DISAGREES = 1

/** Nothing could be compared. The message is for people and safe to print. */
class CannotVerify extends Error {}

interface Subject {
  answer: unknown
  jwks: unknown
  /** The tool the answer must be about; null: any. */
  toolId: string | null
  from: string
}

/**
 * Recomputes a published score from the inputs published with it, verifies its attestation and prints what agrees.
 * Returns the exit code: 0 everything agrees, 1 something does not, 2 nothing could be compared.
 */
export async function verifyScore(args: readonly string[], { print, warn, now }: CommandEnvironment): Promise<number> {
  const work = async () => {
    const { answer, jwks, toolId, from } = await subjectOf(args)
    print(`${shown(from)} at ${now().toISOString()}`)
    return report(checkScoreAnswer(answer, jwks, toolId, now()), print)
  }
  return exitCodeOf(SCORE, work, warn)
}

export const SCORE = { usage: USAGE, notCompared: 'Not verified' }

async function subjectOf(args: readonly string[]): Promise<Subject> {
  const { files, given } = readArguments(args)
  if (files !== null) {
    const [answer, jwks] = [await jsonOfFile(files.answer), await jsonOfFile(files.jwks)]
    return { answer, jwks, toolId: given[0] ?? null, from: files.answer }
  }
  const [base, toolId] = given
  if (base === undefined || toolId === undefined) throw new WrongUse('A base URL and a tool are needed.')
  const root = rootOf(base)
  const from = `${root}/v1/score/${idToPath(toolId)}?explain=1`
  return { answer: await jsonOfUrl(from), jwks: await jsonOfUrl(`${root}/.well-known/jwks.json`), toolId, from }
}

function readArguments(args: readonly string[]): { files: { answer: string; jwks: string } | null; given: string[] } {
  const options = { answer: { type: 'string' }, jwks: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const { answer, jwks } = values
  if ((answer === undefined) !== (jwks === undefined)) throw new WrongUse('--answer and --jwks go together.')
  return { files: answer === undefined || jwks === undefined ? null : { answer, jwks }, given: positionals }
}

function rootOf(base: string): string {
  const url = tryOr('the base URL is not a URL: ', () => new URL(base))
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

async function jsonOfUrl(address: string): Promise<unknown> {
  const fetched = sameHostFetch(address, {
    method: 'GET',
    headers: { accept: 'application/json' },
    maxBytes: MAX_BYTES,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const { status, body } = await fetched.catch((cause: unknown) => {
    throw new CannotVerify(`${shown(address)}: ${shown(failureText(cause))}`)
  })
  if (status !== 200) throw new CannotVerify(`${shown(address)} answered with status ${status}.`)
  return jsonOf(shown(address), body.toString('utf8'))
}

async function jsonOfFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new CannotVerify(shown(messageOf(cause)))
  })
  return jsonOf(shown(path), text)
}

function jsonOf(from: string, text: string): unknown {
  const parsed = parseStrictJson(text)
  if (parsed.ok) return parsed.value
  // The member that counts is then not the one that was signed.
  if (parsed.fault === 'duplicate_member') return JSON.parse(text)
  throw new CannotVerify(`${from} is not JSON (${parsed.fault}).`)
}

function tryOr<Result>(why: string, make: () => Result): Result {
  try {
    return make()
  } catch (cause) {
    throw new CannotVerify(`${why}${shown(messageOf(cause))}`, { cause })
  }
}

function report(verdict: ScoreAnswerReport, print: (line: string) => void): number {
  if (verdict.unreadable !== null) throw new CannotVerify(shown(verdict.unreadable))
  const { recomputed, claims, checks } = verdict
  if (recomputed !== null) printComponents(recomputed, print)
  if (claims !== null) {
    const [issued, expires] = [instant(claims.iat), instant(claims.exp)]
    print(`Signed by ${shown(claims.iss)} for ${shown(claims.sub)} at ${issued}, valid until ${expires}.`)
  }
  const wrong = checks.filter(({ agrees }) => !agrees)
  print(`Checked: ${checks.length} values, ${checks.length - wrong.length} agree.`)
  for (const { what, found, expected } of wrong)
    print(`DISAGREES  ${shown(what)}: ${shown(found)}, not ${shown(expected)}`)
  print(wrong.length === 0 ? 'Everything agrees.' : 'This answer is not consistent.')
  return wrong.length === 0 ? AGREES : DISAGREES
}

/** Prints the recomputed components. Of the answer itself only its inputs appear. */
function printComponents({ components, score, grade, formula }: ScoreResult, print: (line: string) => void): void {
  print(`${'component'.padEnd(14)}${'weight'.padStart(7)}${'value'.padStart(10)}${'points'.padStart(10)}  why`)
  for (const { name, weight, value, points, reason } of components) {
    const figures = [String(weight).padStart(7), String(value ?? '-').padStart(10), points.toFixed(4).padStart(10)]
    print(`${name.padEnd(14)}${figures.join('')}  ${visibleLine(reason, 600)}`)
  }
  print(`Recomputed by ${formula}: ${score.toFixed(1)}, grade ${grade}.`)
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
