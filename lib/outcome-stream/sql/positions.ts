import { and, eq } from 'drizzle-orm'
import type { Database } from '../../store/database'
import { BEGINNING, type Position } from '../rules/position'
import { outcomePositions } from './stream-schema'

/** A partition of a stream; `stream`: when it was made. */
export interface Place {
  partition: number
  stream: string
}

/** How far the messages of a partition are counted. Of a stream that was made anew, none is. */
export async function getPosition(db: Database, { partition, stream }: Place): Promise<Position> {
  const at = { partition, stream }
  await db
    .insert(outcomePositions)
    .values({ ...at, ...BEGINNING })
    .onConflictDoNothing()
  const { seq, atMs } = outcomePositions
  const [row] = await db.select({ seq, atMs }).from(outcomePositions).where(isOf(at))
  return row ?? BEGINNING
}

function isOf({ partition, stream }: Place) {
  return and(eq(outcomePositions.partition, partition), eq(outcomePositions.stream, stream))
}

/** Moves a position; false: another consumer has moved it. */
export async function movePosition(tx: Database, place: Place, from: Position, to: Position): Promise<boolean> {
  const { partition, seq, atMs } = outcomePositions
  const moved = await tx
    .update(outcomePositions)
    .set(to)
    .where(and(isOf(place), eq(seq, from.seq), eq(atMs, from.atMs)))
    .returning({ partition })
  return moved.length > 0
}
