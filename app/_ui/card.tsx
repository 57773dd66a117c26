import type { ReactNode } from 'react'

interface CardProps {
  id?: string
  title: ReactNode
  /** At the right of the title: a link or a figure. */
  note?: ReactNode
  children: ReactNode
  className?: string
}

/** A titled part of a page in a frame. */
export function Card({ id, title, note, children, className = '' }: CardProps) {
  return (
    <section id={id} className={`card min-w-0 ${className}`}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">{title}</h2>
        {note !== undefined && <div className="text-soft text-sm">{note}</div>}
      </div>
      {children}
    </section>
  )
}
