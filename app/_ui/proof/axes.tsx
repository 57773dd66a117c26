import type { Access, Axes, Verification } from '@/lib/core/verdict/verdict'
import { Fact } from '../fact'

const ACCESS_TEXT = {
  open: 'No credentials needed, as observed or declared.',
  auth: 'Requires credentials.',
  paid: 'Requires payment.',
  unknown: 'Neither declared nor observed.',
} as const satisfies Record<Access, string>

const VERIFICATION = {
  usage: { word: 'usage', text: 'Outcomes of real calls support the verdict.' },
  probe: {
    word: 'probe',
    text: 'Probes support the verdict; the reasons state whether real calls count in the score.',
  },
  none: { word: 'not verified', text: 'No observation supports a verdict.' },
} as const satisfies Record<Verification, { word: string; text: string }>

/** Reachability, access and verification; none implies another. */
export function AxesList({ axes }: { axes: Axes }) {
  const reachable = reachability(axes.reachable)
  const verified = VERIFICATION[axes.verified]
  return (
    <dl className="grid grid-cols-1 gap-x-10 gap-y-6 sm:grid-cols-3">
      <Fact name="Reachable" value={reachable.word}>
        {reachable.text}
      </Fact>
      <Fact name="Access" value={axes.access}>
        {ACCESS_TEXT[axes.access]}
      </Fact>
      <Fact name="Verified by" value={verified.word}>
        {verified.text}
      </Fact>
    </dl>
  )
}

function reachability(reachable: boolean | null): { word: string; text: string } {
  if (reachable === null) return { word: 'unknown', text: 'Not probed yet, or no probe was conclusive.' }
  return reachable
    ? { word: 'yes', text: 'The server answers at its address.' }
    : { word: 'no', text: 'The newest probes got no answer.' }
}
