import { utf8ToBytes } from '@noble/hashes/utils.js'
import { growingRoot, leafHash } from 'assay-tlog/merkle'
import { canonicalJson } from '../canonical-json.ts'
import type { ProbeReason } from '../state/observation.ts'

/** An observation as the root of its hour has it. */
export interface ObservedLine {
  /** ISO 8601, a whole second. */
  at: string
  /** Of the server. */
  id: string
  /** Number of the target. */
  target: number
  reason: ProbeReason
  /** null: nothing answered. */
  latencyMs: number | null
  httpStatus: number | null
  vantage: string
}

/**
 * The canonical lines of observations in their order: by time, then by the line itself, in the order of UTF-16 code
 * units.
 */
export function observationLines(observations: readonly ObservedLine[]): string[] {
  const lines = observations.map((observation) => ({ at: observation.at, line: canonicalJson(observation) }))
  return lines.sort((a, b) => order(a.at, b.at) || order(a.line, b.line)).map(({ line }) => line)
}

const order = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

/** The tree hash (RFC 6962) over lines that are added in their order; each line is a leaf. */
export function growingLinesRoot() {
  const tree = growingRoot()
  let count = 0
  return {
    add: (line: string) => {
      tree.add(leafHash(utf8ToBytes(line)))
      count += 1
    },
    count: () => count,
    root: () => tree.root(),
  }
}
