/** A text of the contract, in which `code` stands between backticks. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never change their places
      <code key={index} className="untrusted font-mono text-[0.875em]">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
