import type { ReactNode } from 'react'

interface FactProps {
  name: string
  value: ReactNode
  /** Set in the monospaced typeface, for figures. */
  number?: boolean
  className?: string
  /** One sentence about the value. */
  children?: ReactNode
}

/** A named value of a description list, with a sentence about it. */
export function Fact({ name, value, number = false, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt className="text-soft text-sm">{name}</dt>
      <dd>
        <span className={`block text-xl leading-9 tracking-tight ${number ? 'font-mono' : 'font-medium'}`}>
          {value}
        </span>
        {children !== undefined && <span className="block text-pretty text-sm">{children}</span>}
      </dd>
    </div>
  )
}
