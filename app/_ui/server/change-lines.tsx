import type { ToolChange } from '@/lib/core/drift/types'

const SHOWN = 4

/**
 * Changes of a contract: what was and what is where both are known, else as sentences. Names and values are the
 * server's own.
 */
export function ChangeLines({ changes }: { changes: readonly ToolChange[] }) {
  const shown = changes.slice(0, SHOWN)
  return (
    <ul className="mt-2 grid gap-1.5 text-sm">
      {shown.map((change) => (
        <li key={change.text} className="untrusted">
          {change.before === undefined && change.after === undefined ? (
            <span className="text-soft">{change.text}</span>
          ) : (
            <Difference {...change} />
          )}
        </li>
      ))}
      {changes.length > SHOWN && <li className="text-soft">and {changes.length - SHOWN} more</li>}
    </ul>
  )
}

function Difference({ text, before, after }: ToolChange) {
  return (
    <div className="code-block">
      <p className="sr-only">{text}</p>
      {before !== undefined && (
        <p className="before whitespace-pre-wrap font-mono">
          <del className="no-underline">- {before}</del>
        </p>
      )}
      {after !== undefined && (
        <p className="after whitespace-pre-wrap font-mono">
          <ins className="no-underline">+ {after}</ins>
        </p>
      )}
    </div>
  )
}
