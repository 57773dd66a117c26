import type { ReactNode } from 'react'
import { type SectionId, titleOfSection } from './docs-sections'

/** A part of /docs with its heading. */
export function DocsSection({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-rule border-t py-8">
      <h2 id={`${id}-title`} className="mb-4 font-semibold text-xl tracking-tight">
        <a href={`#${id}`} className="quiet-link">
          {titleOfSection(id)}
        </a>
      </h2>
      {children}
    </section>
  )
}
