import type { ReactNode } from 'react'

interface SectionProps {
  id: string
  title: string
  note?: ReactNode
  children: ReactNode
}

/** A section of a page: its title and note in the margin, its content beside them. */
export function Section({ id, title, note, children }: SectionProps) {
  return (
    <section
      aria-labelledby={`${id}-title`}
      id={id}
      className="grid grid-cols-1 gap-x-10 gap-y-5 border-ink border-t py-8 md:grid-cols-[13rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={`${id}-title`} className="font-medium text-lg leading-snug tracking-tight">
          {title}
        </h2>
        {note !== undefined && <div className="mt-2 text-pretty text-soft text-sm">{note}</div>}
      </div>
      <div className="min-w-0">{children}</div>
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
    <div className="pt-8 pb-10 sm:pt-14">
      {above !== undefined && <div className="mb-3 text-soft text-sm">{above}</div>}
      <h1 className="untrusted max-w-4xl text-balance font-medium text-3xl leading-[1.12] tracking-[-0.02em] sm:text-5xl">
        {title}
      </h1>
      {intro !== undefined && <p className="mt-5 max-w-2xl text-pretty text-lg text-soft">{intro}</p>}
      {children}
    </div>
  )
}
