import { Copyable } from '../copyable'
import { InlineCode } from '../docs/inline-code'

interface UseCommand {
  command: string
  purpose: string
  /** What it does, with `code` between backticks. */
  effect: string
}

/** Commands to copy, beside each other where there is room. */
export function CommandList({ commands }: { commands: readonly UseCommand[] }) {
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      {commands.map(({ command, purpose, effect }) => (
        <div key={command} className="min-w-0">
          <p className="mb-1.5 text-sm">{purpose}</p>
          <Copyable text={command} label={purpose} />
          <p className="mt-2 text-pretty text-soft text-sm">
            <InlineCode text={effect} />
          </p>
        </div>
      ))}
    </div>
  )
}
