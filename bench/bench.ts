import { existsSync, readFileSync } from 'node:fs'
import { WrongUse } from '../commands/command.mjs'

type Flags = Readonly<Record<string, string>>

/** A measurement by name. Its result is one JSON object, printed as the last line of stdout. */
export interface Bench {
  /** Flags by name with their defaults; any other flag is refused. */
  flags: Flags
  run(flags: Flags, print: Print): Promise<Record<string, unknown>>
  /** Whether the result is a failure, so that the process exits with 1. Absent for benches that only measure. */
  hasFailed?(result: Readonly<Record<string, unknown>>): boolean
}

/** Writes a line for people to stderr. */
export type Print = (line: string) => void

/** Something a bench needs is missing. */
export class BenchCannotRun extends Error {}

/** The values of flags a bench cannot run without. Throws `WrongUse` that names all of them. */
export function neededFlags<Name extends string>(flags: Flags, ...names: Name[]): Record<Name, string> {
  const usage = names.map((name) => `--${name} ${name === 'catalog' ? 'DIR' : 'FILE'}`).join(' ')
  const values = names.map((name) => {
    if (!flags[name]) throw new WrongUse(`It needs ${usage}.`)
    return [name, flags[name]]
  })
  return Object.fromEntries(values)
}

export function numberFlag(flags: Flags, name: string): number {
  const value = Number(flags[name])
  if (!Number.isFinite(value) || value <= 0) throw new WrongUse(`--${name} must be a number above 0.`)
  return value
}

/**
 * The objects of a file of JSON lines; empty lines are skipped. Throws `BenchCannotRun` where there is no such file or
 * no object.
 */
export function readJsonLines<Line>(path: string): Line[] {
  if (!existsSync(path)) throw new BenchCannotRun(`there is no file ${path}`)
  const lines = readFileSync(path, 'utf8').split('\n')
  const read = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Line)
  if (read.length === 0) throw new BenchCannotRun(`${path} is empty`)
  return read
}

/** The middle value; of an even count the lower of the two, so that it is always one that was measured. NaN of none. */
export function median(values: readonly number[]): number {
  return inOrder(values)[Math.floor((values.length - 1) / 2)] ?? Number.NaN
}

/** The value that `share` (0-1) of the values are below: the nearest rank, rounded up. NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  return inOrder(values)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN
}

function inOrder(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b)
}

/** How long the work takes, in ms. */
export async function msOf(work: () => unknown): Promise<number> {
  const beganAt = performance.now()
  await work()
  return performance.now() - beganAt
}

export function round(value: number, digits = 2): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
