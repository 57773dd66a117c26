import type { ReactNode } from 'react'

interface SectionProps {
  id: string
  title: string
  note?: ReactNode
  children: ReactNode
}

/** A section of a page of text: a card below the one before it, with its note under the title. */
export function Section({ id, title, note, children }: SectionProps) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="card mt-5 min-w-0">
      <h2 id={`${id}-title`} className="font-semibold">
        {title}
      </h2>
      {note !== undefined && <div className="mt-1 max-w-2xl text-pretty text-soft text-sm">{note}</div>}
      <div className="mt-4">{children}</div>
    </section>
  )
}

interface PageHeaderProps {
  /** A short line above the title. */
  above?: ReactNode
  title: ReactNode
  /** One paragraph below the title. */
  intro?: ReactNode
  children?: ReactNode
}

/** The head of a page. */
export function PageHeader({ above, title, intro, children }: PageHeaderProps) {
  return (
    <div className="pt-8 pb-7 sm:pt-10">
      {above !== undefined && <div className="mb-4 text-soft text-sm">{above}</div>}
      <h1 className="untrusted max-w-4xl text-balance font-semibold text-3xl leading-tight tracking-tight sm:text-4xl">
        {title}
      </h1>
      {intro !== undefined && <p className="mt-2 max-w-2xl text-pretty text-soft">{intro}</p>}
      {children}
    </div>
  )
}
