import { Card } from '../card'
import { Copyable } from '../copyable'
import { InlineCode } from '../docs/inline-code'
import { CommandList } from './command-list'
import type { HookHost } from './hosts'

interface GuardCardProps {
  host: HookHost
  baseUrl: string
}

/** What stands between an agent and its servers, for who wants more than a hook can do. */
export function GuardCard({ host: { title, servers }, baseUrl }: GuardCardProps) {
  const file = servers ?? 'FILE'
  const effect =
    servers === null
      ? `\`wrap\` takes files in JSON: for the settings of ${title} it prints the lines to put in by hand.`
      : 'Each entry keeps its name, so that permissions stay. Servers that sign you in through a browser are left as they are.'
  return (
    <Card id="guard" title="More than a hook can do: the guard">
      <p className="mb-4 max-w-3xl text-pretty text-soft text-sm">
        A hook only refuses calls. The guard stands between your agent and its MCP servers on your own computer. When
        one of them is down, its tools stay in the list and the other servers go on. After 30 seconds without a sign of
        life a call ends with the reason, since when, and what to call instead. It works without this service too.
      </p>
      <Copyable
        text={`npm i -g assay-guard && assay-guard wrap ${file} --service ${baseUrl}`}
        label={`Command that puts the guard before the servers of ${title}`}
      />
      <p className="mt-2 mb-5 max-w-3xl text-pretty text-soft text-sm">
        <InlineCode text={effect} />
      </p>
      <CommandList commands={otherCommands(file)} />
    </Card>
  )
}

function otherCommands(file: string) {
  return [
    {
      command: 'assay-guard status',
      purpose: 'How your servers are.',
      effect: 'One line for each server: its state and since when, its calls, and what was refused and why.',
    },
    {
      command: `assay-guard unwrap ${file}`,
      purpose: 'How it is taken out again.',
      effect: 'The file is then as it was before, byte for byte where nothing else was changed.',
    },
  ]
}
