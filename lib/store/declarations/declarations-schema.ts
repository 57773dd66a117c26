import type { DeclaredPart } from 'assay-verify/lock/declared-part'
import { bigint, index, integer, json, pgTable, text } from 'drizzle-orm/pg-core'
import type { DeclarationChange } from '../../core/declarations/declaration-changes'
import type { DeclarationDigests } from '../../core/declarations/declaration-digests'
import type { Declarations, FlaggedText } from '../../core/declarations/declarations'
import type { CardConflict } from '../../core/declarations/server-card'
import type { ClearedText, UnsafeText } from '../../core/declarations/unsafe-texts'
import { servers } from '../catalog/catalog-schema'
import { driftClassEnum } from '../catalog/drift-schema'
import { instant } from '../shared-schema'

/** The newest that each server declared besides its tools. */
export const serverDeclarations = pgTable('server_declarations', {
  serverKey: integer('server_key')
    .primaryKey()
    .references(() => servers.key, { onDelete: 'cascade' }),
  declared: json('declared').$type<Declarations>().notNull(),
  digest: text('digest').notNull(),
  digests: json('digests').$type<DeclarationDigests>().notNull(),
  /** Since when each part is as it is, ISO 8601; left out: it was never read. */
  since: json('since').$type<Partial<Record<DeclaredPart, string>>>().notNull(),
  /** In what its server card and the server disagree; null: there is no card. */
  conflicts: json('conflicts').$type<CardConflict[]>(),
  /**
   * Digest of what a probe reads without the lists: equal, and nothing is to be done. null: the next probe is examined.
   */
  handshakeDigest: text('handshake_digest'),
  /** What it declared before the change whose breakage is open; null: none is. */
  before: json('before').$type<Declarations>(),
  /** Digest of a change that waits for another probe to confirm it, and when it was first seen. */
  waitingDigest: text('waiting_digest'),
  waitingSince: instant('waiting_since'),
  /** When its lists were read; null: never, or they are due. */
  listsReadAt: instant('lists_read_at'),
  changedAt: instant('changed_at').notNull(),
})

/** Changes of what servers declare: kept as long as those of tools, at most the newest hundred of a server. */
export const declarationChanges = pgTable(
  'declaration_changes',
  {
    key: bigint('key', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    serverKey: integer('server_key')
      .notNull()
      .references(() => servers.key, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    /** The worst of its changes. */
    class: driftClassEnum('class').notNull(),
    changes: json('changes').$type<DeclarationChange[]>().notNull(),
    /** How often the same change was seen within a day. */
    times: integer('times').notNull().default(1),
  },
  (table) => [
    index('declaration_changes_server_idx').on(table.serverKey, table.at),
    index('declaration_changes_at_idx').on(table.at),
  ],
)

/** What was measured of the stored texts of each server: flags, and how many tokens its tools take. */
export const serverTexts = pgTable('server_texts', {
  serverKey: integer('server_key')
    .primaryKey()
    .references(() => servers.key, { onDelete: 'cascade' }),
  /** `servers.content_hash` of what was measured. */
  contentHash: text('content_hash').notNull(),
  /** Flags of its description and of its tools. */
  flags: json('flags').$type<FlaggedText[]>().notNull(),
  /** Of all of its listed tools. */
  tokens: integer('tokens').notNull(),
  tokenizer: text('tokenizer').notNull(),
  measuredAt: instant('measured_at').notNull(),
})

/**
 * Texts of a server that instruct agents to act against their users. Servers that have none, and had none cleared, have
 * no row.
 */
export const unsafeTexts = pgTable('unsafe_texts', {
  serverKey: integer('server_key')
    .primaryKey()
    .references(() => servers.key, { onDelete: 'cascade' }),
  /** Those that were found when its texts were last recorded, cleared ones included. */
  texts: json('texts').$type<UnsafeText[]>().notNull(),
  /** Texts that an operator of the service cleared, also where they are gone now. */
  cleared: json('cleared').$type<ClearedText[]>().notNull(),
})
