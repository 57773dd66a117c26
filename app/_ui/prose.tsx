import type { ReactNode } from 'react'

/** Paragraphs at a readable width. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className="flex max-w-2xl flex-col gap-3 text-pretty">{children}</div>
}
