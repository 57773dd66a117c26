/** Lines for a shell, each with what it answers. */
export function Commands({ lines }: { lines: readonly { says: string; command: string }[] }) {
  return (
    <ol className="flex flex-col gap-5">
      {lines.map(({ says, command }) => (
        <li key={command}>
          <p className="mb-1.5 text-soft text-sm">{says}</p>
          <Code text={command} label={says} />
        </li>
      ))}
    </ol>
  )
}

/** Code as it is to be copied; it scrolls inside its own frame, also by keyboard. */
export function Code({ text, label, tall = false }: { text: string; label: string; tall?: boolean }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={`overflow-auto border border-rule bg-card px-4 py-3 ${tall ? 'max-h-[32rem]' : ''}`}
    >
      <pre className="w-max min-w-full font-mono text-[0.8125rem] leading-relaxed">
        <code>{text}</code>
      </pre>
    </section>
  )
}

/** An address inside single quotes of a shell line: a quote in a stranger's id must not end it. */
export function shellAddress(address: string): string {
  return `'${address.replaceAll("'", '%27')}'`
}
