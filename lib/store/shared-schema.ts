import { VERDICTS } from 'assay-verify/verdict'
import { customType, pgEnum, timestamp } from 'drizzle-orm/pg-core'

// Column types that the schemas of several folders use.

/** In the order of core's array, which in the database is the published ranking. */
export const verdictEnum = pgEnum('verdict', VERDICTS)

/** A moment in UTC; a `Date` in code. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const byteArray = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
