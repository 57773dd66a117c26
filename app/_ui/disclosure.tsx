import type { ReactNode } from 'react'

/** Content that is collapsed until the reader opens it. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details>
      <summary className="text-sm">{summary}</summary>
      <div className="mt-3">{children}</div>
    </details>
  )
}
