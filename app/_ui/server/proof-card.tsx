import { Card } from '../card'
import { RelativeTime } from '../timestamp'

interface ProofCardProps {
  path: string
  /** When the rating was signed. */
  signedAt: string
  isRated: boolean
  /** Checks ever made of the server. */
  checks: number
}

/** Why to believe it: signature, computation, raw checks, badge. */
export function ProofCard({ path, signedAt, isRated, checks }: ProofCardProps) {
  return (
    <Card id="proof" title="Proof">
      <p className="text-pretty text-sm leading-6">
        {isRated ? 'Grade' : 'State'} signed <RelativeTime at={signedAt} />.{' '}
        <a href={`/proof/${path}#score`}>How it was computed</a> ·{' '}
        <a href={`/proof/${path}#signature`}>Verify signature</a> ·{' '}
        <a href={`/proof/${path}#checks`}>
          {checks.toLocaleString('en')} raw {checks === 1 ? 'check' : 'checks'}
        </a>{' '}
        · <a href={`/proof/${path}#badge`}>Badge</a> · <a href={`/v1/history/${path}`}>Charts as JSON</a>
      </p>
    </Card>
  )
}
