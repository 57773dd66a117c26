import type * as answers from 'assay-verify/answers'
import { isMembers } from '../hosts/members.ts'

// What of the service's answers on its log is needed.

type Summary = Pick<answers.LogSummary, 'origin' | 'checkpoint'> & {
  keys: { vkey: string; retiredAt: string | null }[]
}

export function isTlogSummary(value: unknown): value is Summary {
  return (
    isMembers(value) &&
    typeof value.origin === 'string' &&
    (value.checkpoint === null || typeof value.checkpoint === 'string') &&
    isListOf(value.keys, (key) => typeof key.vkey === 'string' && isTextOrNull(key.retiredAt))
  )
}

export interface Leaves {
  leaves: { leaf: number; kind: string }[]
  before: number | null
}

export function isLeaves(value: unknown): value is Leaves {
  return (
    isMembers(value) &&
    (value.before === null || Number.isSafeInteger(value.before)) &&
    isListOf(value.leaves, ({ leaf, kind }) => Number.isSafeInteger(leaf) && typeof kind === 'string')
  )
}

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'

function isListOf(value: unknown, isOne: (one: Readonly<Record<string, unknown>>) => boolean): boolean {
  return Array.isArray(value) && value.every((one) => isMembers(one) && isOne(one))
}
