import type { Health } from '@/lib/contract/shapes/health'
import { FAULT_CODES } from '@/lib/core/verdict/reason'

export const RECOMMENDATION_TEXT = {
  proceed: 'Proceed.',
  proceed_with_caution: 'Proceed with caution.',
  avoid: 'Avoid it for now.',
  unknown: 'No recommendation.',
} as const satisfies Record<Health['recommendation'], string>

/** A fault of the tool itself, which its status does not show: it was removed, or its contract changed incompatibly. */
export function FaultNote({ recommendation, reasons }: Pick<Health, 'recommendation' | 'reasons'>) {
  const [first] = reasons
  if (first === undefined || !FAULT_CODES.has(first.code)) return null
  return (
    <p
      dir="auto"
      className={`untrusted mt-1 max-w-[48ch] border-l-2 pl-2 text-sm ${first.code === 'unsafe_text' ? 'border-down' : 'border-degraded'}`}
    >
      <strong className="font-medium">{RECOMMENDATION_TEXT[recommendation]}</strong> {first.text}
    </p>
  )
}
