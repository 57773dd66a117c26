import { plural } from 'assay-verify/text/plural'
import type { Report } from '@/lib/contract/report/report'
import { Card } from '../card'
import { formatCount, formatShare } from '../format'
import { LEAST_CHECKS, TooLittleData } from './enough-data'

type Accuracy = Report['accuracy']

/** What the default policy would have refused, how often that was wrong, and what it is counted from. */
export function PolicyCard({ accuracy }: { accuracy: Accuracy }) {
  return (
    <Card id="policy" title="Would the default policy have refused the right calls?" note={accuracy.policy.policy}>
      <PolicyFigures accuracy={accuracy} />
      <p className="mt-2 text-pretty text-soft text-sm">
        Counted from our own regular checks, each as one call: what the policy would have said a moment before, and
        whether the server answered. Only outages are counted. The calls that are let through during an outage, to see
        whether it is over, are counted as refused. A server that is down for long counts at each of its checks. These
        counts are not in the log, so an audit cannot check them.
      </p>
    </Card>
  )
}

/** The two sentences with the figures, or that there is too little data. */
export function PolicyFigures({ accuracy: { policy, windowDays } }: { accuracy: Accuracy }) {
  const worked = policy.deniedAnswered + policy.allowedAnswered
  const failed = policy.deniedFailed + policy.allowedFailed
  if (worked + failed < LEAST_CHECKS) {
    const seen = `${formatCount(worked + failed)} ${plural(worked + failed, 'check')}`
    return <TooLittleData seen={seen} least={LEAST_CHECKS} windowDays={windowDays} />
  }
  return <p className="text-pretty">{`${wrongSentence(policy, worked)} ${rightSentence(policy, failed)}`}</p>
}

function wrongSentence({ deniedAnswered, wronglyDeniedOneIn }: Accuracy['policy'], worked: number): string {
  if (worked === 0) return 'No call would have worked.'
  const calls = `Of ${formatCount(worked)} ${plural(worked, 'call')} that would have worked`
  if (wronglyDeniedOneIn === null) return `${calls}, none would have been refused.`
  return `${calls}, ${formatCount(deniedAnswered)} would have been refused (1 in ${formatCount(wronglyDeniedOneIn)}).`
}

function rightSentence({ failuresDeniedShare }: Accuracy['policy'], failed: number): string {
  if (failuresDeniedShare === null) return 'No call would have failed.'
  return `Of ${formatCount(failed)} ${plural(failed, 'call')} that would have failed, ${formatShare(failuresDeniedShare, 1)} would have been refused.`
}
