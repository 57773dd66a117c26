import type { Health } from '@/lib/contract/shapes'
import { FAULT_CODES } from '@/lib/core/verdict/reason'

export const ADVICE = {
  proceed: 'Proceed.',
  proceed_with_caution: 'Proceed with caution.',
  avoid: 'Avoid it for now.',
  unknown: 'We cannot advise either way.',
} as const satisfies Record<Health['recommendation'], string>

/** What stands beside a status that does not tell it: that the tool itself was removed, or broke its contract. */
export function FaultNote({ recommendation, reasons }: Pick<Health, 'recommendation' | 'reasons'>) {
  const [first] = reasons
  if (first === undefined || !FAULT_CODES.has(first.code)) return null
  return (
    <p dir="auto" className="foreign mt-1 max-w-[48ch] border-degraded border-l-2 pl-2 text-sm">
      <strong className="font-medium">{ADVICE[recommendation]}</strong> {first.text}
    </p>
  )
}
