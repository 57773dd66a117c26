import { STATUS_WORDS } from 'assay-verify/text/status-words'
import type { Status } from 'assay-verify/verdict'

/** What can be said of one way to get a product. */
interface WayStateRow {
  name: string
  /** What people read. */
  word: string
  /** The status that it is like; `unsafe` before all else. */
  sign: Status | 'unsafe'
  /** How good it is as the way that speaks for its product, 0 the best: ways of one rank are ordered otherwise. */
  rank: number
  /** The word of a sentence about the whole product, where it is another one. */
  headline?: string
  sentence: string
}

/** Every state of a way, the best first. */
export const WAY_STATES = [
  {
    name: 'working',
    word: STATUS_WORDS.healthy,
    sign: 'healthy',
    rank: 0,
    sentence: 'It answered our last checks, or started in our sandbox and listed its tools.',
  },
  {
    name: 'changed',
    word: 'Working, but changed',
    sign: 'degraded',
    rank: 0,
    sentence: 'It works, and a change of it is open by which calls may fail or became less safe.',
  },
  {
    name: 'sign_in',
    word: STATUS_WORDS.auth,
    sign: 'auth',
    rank: 0,
    sentence: 'It answers or starts, and asks for credentials.',
  },
  { name: 'payment', word: 'Payment required', sign: 'auth', rank: 0, sentence: 'It answers, and asks for payment.' },
  {
    name: 'unstable',
    word: STATUS_WORDS.degraded,
    sign: 'degraded',
    rank: 1,
    sentence: 'It answers, but not always or not as it should.',
  },
  { name: 'down', word: STATUS_WORDS.down, sign: 'down', rank: 2, sentence: 'It does not answer.' },
  {
    name: 'undecided',
    word: 'Not decided yet',
    sign: 'unknown',
    rank: 2,
    sentence: 'It was checked, and another check has to agree.',
  },
  {
    name: 'published',
    word: 'Published',
    sign: 'unknown',
    rank: 2,
    headline: STATUS_WORDS.unknown,
    sentence: 'Its index has the package; nobody here ran it.',
  },
  { name: 'not_checked', word: STATUS_WORDS.unknown, sign: 'unknown', rank: 2, sentence: 'No check gave a result.' },
  {
    name: 'no_tools',
    word: 'Working, no tools',
    sign: 'degraded',
    rank: 3,
    sentence: 'It answers and offers no tool.',
  },
  {
    name: 'deprecated',
    word: 'Deprecated',
    sign: 'degraded',
    rank: 3,
    sentence: 'Its publisher marked the package as deprecated.',
  },
  {
    name: 'documented',
    word: 'Documented',
    sign: 'unknown',
    rank: 4,
    headline: STATUS_WORDS.unknown,
    sentence: 'Its documentation is there; that is no way in by itself.',
  },
  {
    name: 'withdrawn',
    word: 'Withdrawn',
    sign: 'down',
    rank: 5,
    sentence: 'Its publisher withdrew the package, or its index no longer has it.',
  },
  { name: 'missing', word: 'Not published', sign: 'down', rank: 5, sentence: 'Its index has no such package.' },
  {
    name: 'source',
    word: 'Source only',
    sign: 'unknown',
    rank: 6,
    headline: STATUS_WORDS.unknown,
    sentence: 'Only its source code is known.',
  },
  { name: 'removed', word: 'Removed', sign: 'down', rank: 7, sentence: 'Its registries no longer list it.' },
  {
    name: 'unsafe',
    word: 'Unsafe',
    sign: 'unsafe',
    rank: 8,
    sentence: 'A text of an entry that has it instructs agents to act against their users.',
  },
] as const satisfies readonly WayStateRow[]
export type WayState = (typeof WAY_STATES)[number]['name']
export type WaySign = WayStateRow['sign']

const BY_NAME = new Map<WayState, WayStateRow & { place: number }>(
  WAY_STATES.map((row, place) => [row.name, { ...row, place }]),
)

/** What is known of a state, and its place in the table. */
export function wayStateRow(state: WayState): WayStateRow & { place: number } {
  const row = BY_NAME.get(state)
  if (row === undefined) throw new Error(`no state of a way: ${state}`)
  return row
}

/** What a way gives its caller, in the order in which one of equal state is preferred. */
export const WAY_KINDS = [
  { name: 'remote', sentence: 'An MCP address.' },
  { name: 'process', sentence: 'A process that the operator of this service configured.' },
  {
    name: 'package',
    sentence: 'A package of npm, PyPI or NuGet, or an MCPB bundle, that starts on the caller’s machine.',
  },
  { name: 'image', sentence: 'A container image.' },
  { name: 'api', sentence: 'The base address of an API that is not MCP.' },
  { name: 'documentation', sentence: 'Where its API is described.' },
  { name: 'source', sentence: 'Its repository, where nothing else is known.' },
] as const
export type WayKind = (typeof WAY_KINDS)[number]['name']
