import { integer, json, pgTable, text } from 'drizzle-orm/pg-core'
import type { ProbingPolicy } from '../../core/access/probing-policy'
import type { SignIn } from '../../core/access/sign-in'
import { servers } from '../catalog/catalog-schema'
import { instant } from '../shared-schema'

/** How clients sign in at servers that ask for credentials: a row for each of these servers. */
export const signIns = pgTable('sign_ins', {
  serverKey: integer('server_key')
    .primaryKey()
    .references(() => servers.key, { onDelete: 'cascade' }),
  /** By endpoint, the newest first. */
  signIns: json('sign_ins').$type<SignIn[]>().notNull(),
})

/** A policy as it is stored: instants as text. */
export type StoredPolicy = Pick<ProbingPolicy, 'probe' | 'everyMinutes'> & {
  maintenance: { from: string; to: string }[]
  /** Left out in files that were read by older versions. */
  descriptions?: string[]
}

/** What operators of origins announce in `/.well-known/tool-reliability.json`, and when they were asked. */
export const originPolicies = pgTable('origin_policies', {
  origin: text('origin').primaryKey(),
  askedAt: instant('asked_at').notNull(),
  /** When the file was last read or found unchanged; null: never. */
  readAt: instant('read_at'),
  /** null: there never was a file. */
  policy: json('policy').$type<StoredPolicy>(),
  etag: text('etag'),
  lastModified: text('last_modified'),
})
