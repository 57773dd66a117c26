import type { Access, Axes, Verification } from 'assay-verify/verdict'
import type { Health } from '@/lib/contract/shapes/health'
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
    text: 'Our checks support the verdict; the reasons state whether real calls count in the score.',
  },
  none: { word: 'not verified', text: 'No observation supports a verdict.' },
} as const satisfies Record<Verification, { word: string; text: string }>

/** Reachability, access and verification; none implies another. */
export function AxesList({ axes, evidence }: { axes: Axes; evidence: Health['evidence'] }) {
  const reachable = reachability(axes.reachable, evidence)
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

/** Addresses and packages are different ways in: the text names the one that decides. */
function reachability(reachable: boolean | null, evidence: Health['evidence']): { word: string; text: string } {
  const endpoints = evidence.filter(({ kind }) => kind === 'endpoint')
  if (reachable === null)
    return {
      word: 'unknown',
      text:
        endpoints.length === 0 && evidence.length > 0
          ? 'It has no address, and no package of it was started.'
          : 'Not checked yet, or no check was conclusive.',
    }
  if (reachable)
    return {
      word: 'yes',
      text: endpoints.some(({ state }) => state === 'up')
        ? 'The server answers at its address.'
        : 'Its package starts and answers.',
    }
  return {
    word: 'no',
    text:
      endpoints.length === 0
        ? 'It has no other way in than a package that is gone.'
        : 'Its address does not work, as repeated checks confirmed.',
  }
}
