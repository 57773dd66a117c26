import { MAX_ID_LENGTH } from 'assay-verify/subject-id'
import { editDistance } from '../text/edit-distance'

const MAX_CANDIDATES = 200
// An exact distance costs the product of two lengths, so only the likeliest by their character pairs are measured.
const MEASURED = 16
const LEAST_LIKENESS = 0.35
const SAME_LAST_SEGMENT = 0.3
const SHARED_PREFIX = 0.2

interface Scored {
  id: string
  likeness: number
}

const plain = (id: string) => id.slice(0, MAX_ID_LENGTH).toLowerCase()
const lastSegment = (id: string) => id.slice(id.lastIndexOf('/') + 1)

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>()
  for (let at = 0; at + 1 < text.length; at++) {
    const pair = text.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}

/** Share of the pairs of characters two texts have in common (Dice), 0-1. */
function pairLikeness(wanted: ReadonlyMap<string, number>, wantedLength: number, other: string): number {
  let common = 0
  for (const [pair, count] of pairsOf(other)) common += Math.min(count, wanted.get(pair) ?? 0)
  const total = Math.max(1, wantedLength - 1) + Math.max(1, other.length - 1)
  return (2 * common) / total
}

function sharedPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

function bonus(wanted: string, id: string): number {
  const last = lastSegment(wanted) === lastSegment(id) ? SAME_LAST_SEGMENT : 0
  return last + (SHARED_PREFIX * sharedPrefix(wanted, id)) / Math.max(1, wanted.length, id.length)
}

function likeness(wanted: string, id: string): number {
  const longest = Math.max(1, wanted.length, id.length)
  return 1 - editDistance(wanted, id) / longest + bonus(wanted, id)
}

const byLikeness = (a: Scored, b: Scored) =>
  b.likeness - a.likeness || a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/**
 * The candidates most similar to an unknown id, most similar first, at most `limit`, without repeats: edit distance
 * over length, with a bonus for the same last segment and for a common beginning; case does not matter. Returns fewer,
 * or none, where little is similar. Only the first 200 candidates and the first 512 characters are read, so the cost is
 * bounded; ties go to the shorter id, then to the alphabet.
 */
export function nearestIds(wanted: string, candidates: readonly string[], limit: number): string[] {
  const target = plain(wanted)
  const pairs = pairsOf(target)
  const distinct = [...new Set(candidates.slice(0, MAX_CANDIDATES))]
  const likely = distinct
    .map((id) => ({ id, likeness: pairLikeness(pairs, target.length, plain(id)) + bonus(target, plain(id)) }))
    .sort(byLikeness)
    .slice(0, Math.max(MEASURED, limit))
  return likely
    .map(({ id }) => ({ id, likeness: likeness(target, plain(id)) }))
    .filter((scored) => scored.likeness >= LEAST_LIKENESS)
    .sort(byLikeness)
    .slice(0, Math.max(0, limit))
    .map(({ id }) => id)
}
