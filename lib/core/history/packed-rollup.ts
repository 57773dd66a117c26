import { LATENCY_BINS } from 'assay-verify/history/latency-histogram'
import { OUTCOMES } from 'assay-verify/state/observation'
import { EMPTY_ROLLUP, HOURS_OF_DAY, type Rollup } from './rollup'

/**
 * Roll-ups as bytes, because tens of millions of server days are stored. A roll-up is a byte that marks which counts
 * follow (a bit per outcome, in the order of `OUTCOMES`) and whether latencies do; then those counts; then a byte for
 * each bin that has samples, with a bit for "more than one: the count follows" and one for "the last". Counts are base
 * 128, low end first, the top bit meaning "continued". An hour of four probes takes about 5 bytes, one without probes a
 * single one.
 */
const HAS_LATENCY = 0x20
const BIN = 0x3f
const MANY = 0x40
const LAST = 0x80

/** The bytes are not a packed roll-up. */
export class NotARollup extends Error {
  constructor() {
    super('these bytes are not a packed roll-up')
    this.name = 'NotARollup'
  }
}

/** A day's 24 hours, one after the other. */
export function packHours(hours: readonly Rollup[]): Uint8Array {
  return Uint8Array.from(hours.flatMap(bytesOf))
}

/** The 24 hours of a day. Throws `NotARollup`. */
export function unpackHours(bytes: Uint8Array): Rollup[] {
  const reader = { bytes, at: 0 }
  const hours = Array.from({ length: HOURS_OF_DAY }, () => readRollup(reader))
  if (reader.at !== bytes.length) throw new NotARollup()
  return hours
}

function bytesOf({ counts, latency }: Rollup): number[] {
  const present = OUTCOMES.map((outcome) => counts[outcome])
  const bins = [...latency.entries()].filter(([, count]) => count > 0)
  const head = present.reduce((bits, count, i) => bits | (count > 0 ? 1 << i : 0), bins.length > 0 ? HAS_LATENCY : 0)
  const packedBins = bins.flatMap(([bin, count], i) => {
    const last = i === bins.length - 1 ? LAST : 0
    return count === 1 ? [bin | last] : [bin | last | MANY, ...countBytes(count)]
  })
  return [head, ...present.filter((count) => count > 0).flatMap(countBytes), ...packedBins]
}

function countBytes(count: number): number[] {
  return count < 128 ? [count] : [(count % 128) | 128, ...countBytes(Math.floor(count / 128))]
}

interface Reader {
  bytes: Uint8Array
  at: number
}

function readRollup(reader: Reader): Rollup {
  const head = readByte(reader)
  const counts = { ...EMPTY_ROLLUP.counts }
  for (const [i, outcome] of OUTCOMES.entries()) if (head & (1 << i)) counts[outcome] = readCount(reader)
  if ((head & HAS_LATENCY) === 0) return { counts, latency: [] }
  const latency = Array.from({ length: LATENCY_BINS }, () => 0)
  for (let isLast = false; !isLast; ) {
    const byte = readByte(reader)
    isLast = (byte & LAST) !== 0
    latency[byte & BIN] = (byte & MANY) !== 0 ? readCount(reader) : 1
  }
  if (latency.length > LATENCY_BINS) throw new NotARollup()
  return { counts, latency }
}

function readCount(reader: Reader): number {
  const byte = readByte(reader)
  return byte < 128 ? byte : (byte & 127) + 128 * readCount(reader)
}

function readByte(reader: Reader): number {
  const byte = reader.bytes[reader.at]
  if (byte === undefined) throw new NotARollup()
  reader.at += 1
  return byte
}
