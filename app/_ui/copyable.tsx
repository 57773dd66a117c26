/** Code with a button that copies it. The button shows where a script runs and the browser has a clipboard. */
export function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="code-block">
        <pre className="whitespace-pre-wrap font-mono [overflow-wrap:anywhere]">
          <code>{text}</code>
        </pre>
      </section>
      <copy-button class="mt-2 block">
        <button type="button" className="button" hidden>
          Copy
        </button>
      </copy-button>
    </div>
  )
}
