import { observationLines } from 'assay-verify/leaves/observation-line'
import { defineEndpoint } from '../../http/operation'
import type { TlogContext } from '../context'
import { findNextObservation, listObservedLines } from '../sql/observed-lines'

const HOUR_SECONDS = 3600
const MINUTE_SECONDS = 60
/** A page takes up further minutes until it has so many lines. */
const LINES_OF_A_PAGE = 2000

/** Lines of the observations of an hour, from the minute of the cursor on. */
export const logObservationsEndpoint = defineEndpoint(
  'logObservations',
  async ({ hour, cursor }, { db }: TlogContext) => {
    const first = Date.parse(hour) / 1000
    const minute = Number(cursor ?? 0)
    const end = first + HOUR_SECONDS
    const lines: string[] = []
    let next = await findNextObservation(db, first + minute * MINUTE_SECONDS, end)
    while (next !== null && lines.length < LINES_OF_A_PAGE) {
      const from = next - (next % MINUTE_SECONDS)
      lines.push(...observationLines(await listObservedLines(db, from, from + MINUTE_SECONDS)))
      next = await findNextObservation(db, from + MINUTE_SECONDS, end)
    }
    return { hour, lines, cursor: next === null ? null : String(Math.floor((next - first) / MINUTE_SECONDS)) }
  },
)
