import { ACTIONS, type Action } from 'assay-decide/decision'
import { DEFAULT_POLICY } from 'assay-decide/policy'
import { Card } from '../card'
import { type Sign, StatusIcon } from '../status'
import type { HookHost } from './hosts'

const { actions, trialMinutes, ownFailures } = DEFAULT_POLICY

interface Occasion {
  sign: Sign
  name: string
}

const OCCASIONS: Record<keyof typeof actions, Occasion> = {
  degraded: { sign: 'degraded', name: 'Unstable' },
  changed: { sign: 'degraded', name: 'Changed so that calls break, or less safe' },
  own_failures: { sign: 'degraded', name: `Your own last ${ownFailures.count} calls got no answer` },
  down: { sign: 'down', name: 'Down: confirmed, and checked lately' },
  removed: { sign: 'down', name: 'No longer listed by its server' },
  unsafe: { sign: 'unsafe', name: 'Instructs agents to act against their users' },
  pin: { sign: 'unsafe', name: 'Not what your lock file pins' },
  pin_wording: { sign: 'degraded', name: 'Worded otherwise than your lock file pins' },
}

/** Of which no policy says anything. */
const NEVER: readonly Occasion[] = [
  { sign: 'healthy', name: 'Works' },
  { sign: 'unknown', name: 'Not known to us, or not checked lately' },
  { sign: 'unknown', name: 'Assay cannot be reached' },
]

function occasionsOf(action: Action): readonly Occasion[] {
  const named = Object.entries(OCCASIONS).filter(([code]) => actions[code as keyof typeof actions] === action)
  return [...(action === 'allow' ? NEVER : []), ...named.map(([, occasion]) => occasion)]
}

/** What the default policy does, and when. */
export function SpeaksCard({ host }: { host: HookHost }) {
  const titles: Record<Action, string> = {
    allow: 'Nothing is said',
    advise: host.takesAdvice ? 'One line with the result' : `Nothing: ${host.title} takes no advice`,
    ask: 'You are asked',
    deny: 'Refused, with the reason',
  }
  return (
    <Card id="speaks" title="When it speaks">
      <div className="flex flex-col gap-4 text-sm">
        {ACTIONS.map((action) => ({ action, occasions: occasionsOf(action) }))
          .filter(({ occasions }) => occasions.length > 0)
          .map(({ action, occasions }) => (
            <section key={action} aria-label={titles[action]}>
              <h3 className="font-medium">{titles[action]}</h3>
              <ul className="mt-1 flex flex-col gap-1">
                {occasions.map(({ sign, name }) => (
                  <li key={name} className="flex gap-2">
                    <StatusIcon status={sign} className="mt-0.75 size-3.5" />
                    {name}
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </div>
      <p className="mt-4 text-pretty text-soft text-sm">
        Where another tool does the same, the reason names it. While a server is down, one call is let through{' '}
        {trialMinutes} minutes after the first refusal and then every {trialMinutes} minutes; when one is answered, the
        refusal ends. A score alone refuses nothing.
      </p>
    </Card>
  )
}
