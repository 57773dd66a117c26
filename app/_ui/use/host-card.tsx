import { Card } from '../card'
import { Copyable } from '../copyable'
import { InlineCode } from '../docs/inline-code'
import { HOOK_HOSTS, type HookHost } from './hosts'

/** As `engines` of the package has it. */
export const OLDEST_NODE = '20.18.1'

interface HostCardProps {
  chosen: HookHost
  baseUrl: string
}

/** The hosts as links, so that no script is needed, and the command for the chosen one. */
export function HostCard({ chosen, baseUrl }: HostCardProps) {
  const { name, title, adds, note } = chosen
  return (
    <Card id="host" title="1. Choose your host" note={<a href="#hosts">What each host can do</a>}>
      <nav aria-label="Hosts">
        <ul className="way-row way-row-narrow">
          {HOOK_HOSTS.map((host) => (
            <li key={host.name}>
              <a href={`/use?host=${host.name}`} aria-current={host.name === name ? 'page' : undefined}>
                <span className="block font-medium">{host.title}</span>
                <span className="block text-soft text-xs">
                  {host.takesAdvice ? 'refuses and advises' : 'refuses only'}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-4">
        <Copyable
          text={`npm i -g assay-hook && assay-hook install ${name} --url ${baseUrl}`}
          label={`Command for ${title}`}
        />
      </div>
      <p className="mt-3 max-w-3xl text-pretty text-soft text-sm">
        <InlineCode text={`Adds ${adds}.${note === null ? '' : ` ${note}`}`} /> From your next session on, each call of
        an MCP tool is looked at on your own computer, by a copy of our results that is fetched in the background. No
        account, no key. Needs Node {OLDEST_NODE} or later.{' '}
        <InlineCode text={`The guide is \`docs/hosts/${name}.md\` in the repository.`} />
      </p>
    </Card>
  )
}
