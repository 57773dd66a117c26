import { Card } from '../card'
import { CommandList } from './command-list'
import type { HookHost } from './hosts'

/** How it is taken out again, and how one looks at it first. */
export function RemovalCard({ host: { name } }: { host: HookHost }) {
  const commands = [
    {
      command: `assay-hook uninstall ${name}`,
      purpose: 'Removes what it added.',
      effect:
        'Your files are then as they were before, byte for byte where nothing else was changed. After that, `npm uninstall -g assay-hook` removes the command.',
    },
    {
      command: 'assay-hook status',
      purpose: 'Or look first.',
      effect:
        'One line for each server of your setup: what is known of it, how old that is, and what was said this week.',
    },
  ]
  return (
    <Card id="removal" title="3. How to take it out again">
      <CommandList commands={commands} />
    </Card>
  )
}
