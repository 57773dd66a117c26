import { randomBytes } from 'node:crypto'
import { canonicalJson } from 'assay-verify/canonical-json'
import { HOUR_MS } from 'assay-verify/duration'
import { digestOf } from 'assay-verify/leaves/leaf'
import { formulaDocument } from 'assay-verify/score/formula-document'
import { FORMULA } from 'assay-verify/score/score'
import type { Database } from '../../store/database'
import { recordDocuments } from '../../store/outbox/documents'
import { queueFacts } from '../../store/outbox/queue'
import { queueHistory } from '../sql/history'
import { createTlogState, findTlogStateForUpdate, renameUnpublishedTlog, updateTlogState } from '../sql/state'
import { activateTlogKey, listTlogKeys } from '../sql/tlog-keys'

export interface TlogOpening {
  /** The name that a log gets while nothing is published: the address of the service without its scheme, and `/log`. */
  origin: string
  /** Name and version of this program. */
  software: string
  /** The seed of the settings that signs checkpoints, base64url; null: one is made here and stored. */
  configuredSeed: string | null
  /** Others could read the stored seed, so it is replaced. */
  isExposed: boolean
}

/**
 * Opens the log of a database, in one transaction: the first time with everything that the database already holds,
 * later only what is new of this process, its key and its formula. The origin is that of the start after which the
 * first leaves were published. From then on facts are queued in the transactions that record them.
 */
export async function openTlog(db: Database, opening: TlogOpening, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const isNew = await createTlogState(tx, opening.origin, now, new Date(now.getTime() - (now.getTime() % HOUR_MS)))
    const state = await findTlogStateForUpdate(tx)
    const { origin, software } = opening
    // A start that failed, or a command of an earlier version, may have opened it with an address that is not that of
    // the service.
    if (state?.size === 0 && state.origin !== origin) await renameUnpublishedTlog(tx, origin)
    if (isNew) {
      await queueFacts(tx, [{ kind: 'log_opened', at: now.toISOString(), origin, software }], now)
    }
    if (isNew || state?.recording === false) {
      const since = isNew ? null : (state?.endedAt ?? null)
      await updateTlogState(tx, { recording: true, endedAt: null, declaredFrom: 0 })
      if (since !== null) {
        const resumed = {
          kind: 'recording',
          at: now.toISOString(),
          event: 'resumed',
          since: since.toISOString(),
        } as const
        await queueFacts(tx, [resumed], now)
      }
      await queueHistory(tx, since, now)
    }
    await prepareKey(tx, opening, now)
    await queueFormula(tx, now)
  })
}

async function queueFormula(tx: Database, now: Date): Promise<void> {
  const digest = digestOf(formulaDocument())
  await recordDocuments(tx, [{ digest, kind: 'formula', body: canonicalJson(formulaDocument()), keptUntil: null }])
  const fact = { kind: 'formula', at: now.toISOString(), formula: FORMULA, digest } as const
  await queueFacts(tx, [{ fact, identity: `formula ${digest}` }], now)
}

async function prepareKey(tx: Database, { configuredSeed, isExposed }: TlogOpening, now: Date): Promise<void> {
  if (configuredSeed !== null) return activateTlogKey(tx, { seed: configuredSeed, isStored: false }, now)
  const active = (await listTlogKeys(tx)).find(({ retiredAt }) => retiredAt === null)
  const isLeaked = isExposed && active?.seed != null
  if (active !== undefined && !isLeaked) return
  const seed = randomBytes(32).toString('base64url')
  await activateTlogKey(tx, { seed, isStored: true, event: isLeaked ? 'leaked' : 'retired' }, now)
}
