import type { ReactNode } from 'react'

/** A ruled section of a report: its name in the margin, its content beside it. */
export function Section({
  id,
  title,
  note,
  children,
}: {
  id: string
  title: string
  note?: ReactNode
  children: ReactNode
}) {
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

/** The head of a page: where we are, its name, what it is. */
export function PageHead({ above, title, children }: { above?: ReactNode; title: ReactNode; children?: ReactNode }) {
  return (
    <div className="pt-8 pb-10 sm:pt-14">
      {above !== undefined && <div className="mb-3 text-soft text-sm">{above}</div>}
      <h1 className="foreign max-w-4xl text-balance font-medium text-3xl leading-[1.12] tracking-[-0.02em] sm:text-5xl">
        {title}
      </h1>
      {children}
    </div>
  )
}
