import type { ReactNode } from 'react'
import { Card } from '../card'
import { Bars, type BarsProps } from '../charts/bars'

interface BarsCardProps extends BarsProps {
  id: string
  title: string
  note?: ReactNode
  /** A sentence above the bars. */
  above?: ReactNode
  /** Said in place of the bars; undefined: there are bars to draw. */
  nothing?: string | undefined
}

/** Bars in a card of their own. */
export function BarsCard({ id, title, note, above, nothing, ...bars }: BarsCardProps) {
  return (
    <Card id={id} title={title} note={note}>
      {above !== undefined && <p className="mb-4 text-soft text-sm">{above}</p>}
      {nothing === undefined ? <Bars {...bars} /> : <p className="text-pretty text-soft">{nothing}</p>}
    </Card>
  )
}
