import type { Action } from 'assay-decide/decision'
import { Card } from '../card'
import type { HookHost } from './hosts'
import session from './session.json' with { type: 'json' }

const SAID = {
  allow: { word: 'Nothing is said. The call goes on.', color: 'text-healthy' },
  advise: { word: 'The call goes on. With its result the agent reads:', color: 'text-degraded' },
  ask: { word: 'You are asked:', color: 'text-degraded' },
  deny: { word: 'Refused by Assay. The agent reads:', color: 'text-down' },
} as const satisfies Record<Action, { word: string; color: string }>

/** Recorded calls to servers of the demonstration, and what is said of each, as far as the host takes it. */
export function SessionCard({ host }: { host: HookHost }) {
  const lines = session.filter(({ action }) => host.takesAdvice || action !== 'advise')
  return (
    <Card id="session" title="2. What you will see">
      <ol className="terminal flex flex-col gap-3 font-mono">
        {lines.map(({ server, tool, arguments: given, action, text }) => {
          const { word, color } = SAID[action as Action]
          return (
            <li key={`${server} ${tool}`}>
              {server} {tool} <span className="text-soft">{JSON.stringify(given)}</span>
              <span className={`block ${color}`}>{word}</span>
              {text !== '' && <span className="block">{text}</span>}
            </li>
          )
        })}
      </ol>
      <p className="mt-3 text-pretty text-soft text-sm">
        Recorded with <code className="font-mono text-[0.875em]">assay-hook run claude-code</code> and simulated
        servers: one is down, one works{host.takesAdvice && ', and one changed'}. Assay never calls a tool by itself,
        and never changes a call.
      </p>
    </Card>
  )
}
