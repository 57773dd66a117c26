import type { DriftClass } from '@/lib/core/drift/types'
import type { Status } from '@/lib/core/verdict/verdict'
import { formatCount, formatInstant } from '../figures'
import { Distance } from '../instant'
import { StatusShape } from '../status'

/** One step of a tool from one listing to the next, as the profile gives it: newest first. */
export interface ToolChangeStep {
  toolId: string
  at: string
  class: DriftClass
  times: number
  changes: readonly { code: string; text: string }[]
}

const CLASSES = {
  safety: { words: 'takes back a promise', sign: 'down' },
  breaking: { words: 'may break calls', sign: 'degraded' },
  additive: { words: 'adds', sign: 'healthy' },
  wording: { words: 'words only', sign: 'unknown' },
} as const satisfies Record<DriftClass, { words: string; sign: Status }>

/** What its server changed about it, told in our words; the names in quotes are its own. */
export function ToolChanges({ steps, now }: { steps: readonly ToolChangeStep[]; now: Date }) {
  const names = new Set(steps.map((step) => step.toolId))
  return (
    <table className="ledger ledger-stacked ledger-dated">
      <caption className="sr-only">Changes, newest first</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What changed</th>
          <th scope="col">For callers</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={`${step.at} ${step.toolId}`}>
            <td className="whitespace-nowrap font-mono text-sm leading-6" title={formatInstant(step.at)}>
              <Distance at={step.at} now={now} />
              {step.times > 1 && <span className="block text-soft">{formatCount(step.times)} times</span>}
            </td>
            <td className="wide text-sm leading-6">
              {names.size > 1 && <p className="foreign font-mono text-soft text-xs">{step.toolId}</p>}
              <ul>
                {step.changes.map((change) => (
                  <li key={change.text} className="foreign">
                    {change.text}
                  </li>
                ))}
              </ul>
            </td>
            <td className="text-sm leading-6">
              <span className="inline-flex items-center gap-2">
                <StatusShape status={CLASSES[step.class].sign} />
                {CLASSES[step.class].words}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
