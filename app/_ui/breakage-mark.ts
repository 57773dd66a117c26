import type { Breakage } from '@/lib/contract/shapes/breakages'
import { BREAKAGES } from '@/lib/core/verdict/breakage'
import { type Sign, STATUS_DISPLAY } from './status'

/** The sign and the label of an open breakage: changed texts that are unsafe are not only changed. */
export function breakageMark({ kind, recommendation }: Pick<Breakage, 'kind' | 'recommendation'>): {
  sign: Sign
  label: string
} {
  if (kind === 'declaration_changed' && recommendation === 'avoid')
    return { sign: 'unsafe', label: STATUS_DISPLAY.unsafe.word }
  const { sign, label } = BREAKAGES[kind]
  return { sign, label }
}
