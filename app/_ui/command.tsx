import { Copyable } from './copyable'

/** Shell commands, each under its purpose. */
export function Commands({ lines }: { lines: readonly { purpose: string; command: string }[] }) {
  return (
    <ol className="flex flex-col gap-5">
      {lines.map(({ purpose, command }) => (
        <li key={command}>
          <p className="mb-1.5 text-soft text-sm">{purpose}</p>
          <Copyable text={command} label={purpose} />
        </li>
      ))}
    </ol>
  )
}

/** Code to copy. A `tall` one scrolls inside its own frame, also by keyboard. */
export function Code({ text, label, tall = false }: { text: string; label: string; tall?: boolean }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={`code-block ${tall ? 'max-h-[32rem]' : ''}`}
    >
      <pre className="whitespace-pre-wrap font-mono [overflow-wrap:anywhere]">
        <code>{text}</code>
      </pre>
    </section>
  )
}

/** A curl command for a shell. A single quote in the URL, which may hold an untrusted id, must not end the argument. */
export function curl(url: string, ...options: readonly string[]): string {
  return ['curl', ...options, `'${url.replaceAll("'", '%27')}'`].join(' ')
}
