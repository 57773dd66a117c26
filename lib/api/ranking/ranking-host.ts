import type { SubjectDescription } from '../../core/catalog/subject-description'
import { type AlternativesWeights, decodeAlternativesWeights } from '../../search/alternatives/alternatives-weights'
import {
  type Candidate,
  type ComparedCandidate,
  compareAll,
  findCandidates,
  type Same,
} from '../../search/alternatives/find-same'
import { decodeSegment, type Segment } from '../../search/index/segment'
import { Ranker } from '../../search/rank/rank'
import type { Layer } from '../../search/rank/ranked'
import { decodeWeights } from '../../search/rank/weights'
import { readLearnedFile } from '../../store/search/learned-files'

/** A found subject with the probability (0-1) that it fits the text. */
export interface Ranked {
  id: string
  relevance: number
}

/** What is asked of a loaded index. */
interface RankingOrders {
  /** Subjects by the probability that they fit a text, likeliest first, without those below `least`. */
  rank: { text: string; limit: number; least: number }
  /** Subjects that may do the same, the most alike first, including the subject itself. */
  alike: { subject: SubjectDescription }
  /** How surely each of these does the same as the original; null: it cannot replace it. */
  same: { original: SubjectDescription; candidates: readonly ComparedCandidate[] }
}

export interface RankingReplies {
  rank: readonly Ranked[]
  alike: readonly Candidate[]
  same: readonly (Same | null)[]
}

export type RankingOrder = { [Kind in keyof RankingOrders]: { kind: Kind } & RankingOrders[Kind] }[keyof RankingOrders]

/** The bytes of an index: what `recent` has, and the ids that are gone, are left out of `base`. */
export interface IndexBytes {
  base: Uint8Array
  /** Equal for equal bytes of `base`. */
  baseVersion: string
  recent: Uint8Array | null
  gone: readonly string[]
}

/** Ranks in the index that was loaded last. */
export interface RankingHost {
  /** Rejects with `UnreadableIndex` for bytes that are no index; the one before stays in use. */
  load(bytes: IndexBytes): Promise<void>
  rank(order: RankingOrders['rank']): Promise<RankingReplies['rank']>
  alike(order: RankingOrders['alike']): Promise<RankingReplies['alike']>
  same(order: RankingOrders['same']): Promise<RankingReplies['same']>
  close(): Promise<void>
}

/** These bytes are no segment of this version. */
export class UnreadableIndex extends Error {
  constructor(
    readonly segment: 'base' | 'recent',
    options?: ErrorOptions,
  ) {
    super(`${segment} cannot be read`, options)
  }
}

/** Opens a host over the bytes of weights, which are asked for at the first load. */
export type OpenRankingHost = (weightBytes: () => Uint8Array) => RankingHost

/** Ranks on this thread: for hosts without worker threads. */
export const rankHere: OpenRankingHost = (weightBytes) => {
  const loader = openLoader(weightBytes)
  let ranker: Ranker | undefined
  return {
    load: async (bytes) => {
      ranker = await loader(bytes)
    },
    rank: async (order) => answerOrder(ranker, { kind: 'rank', ...order }) as RankingReplies['rank'],
    alike: async (order) => answerOrder(ranker, { kind: 'alike', ...order }) as RankingReplies['alike'],
    same: async (order) => answerOrder(ranker, { kind: 'same', ...order }) as RankingReplies['same'],
    close: async () => {
      ranker = undefined
    },
  }
}

export function answerOrder(ranker: Ranker | undefined, order: RankingOrder): RankingReplies[keyof RankingReplies] {
  if (ranker === undefined) throw new Error('no index is loaded')
  if (order.kind === 'alike') return findCandidates(ranker, order.subject)
  if (order.kind === 'same') return compareAll(ranker, alternativesWeights(), order.original, order.candidates)
  // Most candidates hardly fit, and what nobody is shown need not be sent from thread to thread.
  return ranker
    .rank(order.text, order.limit)
    .filter(({ relevance }) => relevance >= order.least)
    .map(({ id, relevance }) => ({ id, relevance }))
}

let learned: AlternativesWeights | undefined

/** Read when they are first asked for: most processes compare nothing. */
function alternativesWeights(): AlternativesWeights {
  learned ??= decodeAlternativesWeights(readLearnedFile('alternatives-weights'))
  return learned
}

/** Decodes indexes; a base that it decoded last is not decoded again. */
export function openLoader(weightBytes: () => Uint8Array): (bytes: IndexBytes) => Promise<Ranker> {
  let weights: ReturnType<typeof decodeWeights> | undefined
  let held: { version: string; segment: Segment } | undefined
  return async ({ base, baseVersion, recent, gone }) => {
    weights ??= decodeWeights(weightBytes())
    const segment = held?.version === baseVersion ? held.segment : decoded('base', base)
    const newer = recent === null ? undefined : decoded('recent', recent)
    held = { version: baseVersion, segment }
    return new Ranker(weights, await layersOf(segment, newer, gone))
  }
}

function decoded(name: UnreadableIndex['segment'], bytes: Uint8Array): Segment {
  try {
    return decodeSegment(bytes)
  } catch (cause) {
    throw new UnreadableIndex(name, { cause })
  }
}

/** Ids compared between two turns of the event loop. */
const IDS_PER_TURN = 20_000

/**
 * Hides in `base` what `recent` has or lists as gone. It yields to the event loop, because comparing a quarter of a
 * million ids takes long.
 */
async function layersOf(base: Segment, recent: Segment | undefined, gone: readonly string[]): Promise<Layer[]> {
  if (recent === undefined) return [{ segment: base, hidden: null }]
  const newer = new Set([...recent.ids, ...gone])
  const hidden = new Uint8Array(base.ids.length)
  for (const [ordinal, id] of base.ids.entries()) {
    if (newer.has(id)) hidden[ordinal] = 1
    if (ordinal % IDS_PER_TURN === IDS_PER_TURN - 1) await new Promise(setImmediate)
  }
  const layers: Layer[] = [{ segment: base, hidden: newer.size === 0 ? null : hidden }]
  return recent.ids.length === 0 ? layers : [...layers, { segment: recent, hidden: null }]
}
