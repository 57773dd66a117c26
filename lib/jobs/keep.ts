import { dropOldPolicies } from '../store/access/origin-policies'
import type { Database } from '../store/database'
import { dropOldDemand } from '../store/evidence/first-checks'
import { deleteExpiredDocuments } from '../store/outbox/documents'
import { dropExpiredSigningKeys } from '../store/signing/signing-keys'
import { closeOldBreakages } from './keep/close-breakages'
import { expireEvidence } from './keep/expire-evidence'

/**
 * The daily job: rolls up and deletes old evidence, closes and deletes old breakages, and deletes public keys that
 * verify nothing any more, policies of origins that are no longer probed, counts of what was asked for, and documents
 * of the log that are kept no longer.
 */
export async function applyRetention(db: Database, clock: () => Date) {
  const evidence = await expireEvidence(db, clock)
  const breakages = await closeOldBreakages(db, clock())
  await dropOldPolicies(db, clock())
  await dropOldDemand(db, clock())
  const documents = await deleteExpiredDocuments(db, clock())
  return { ...evidence, breakages, documents, signingKeys: await dropExpiredSigningKeys(db, clock()) }
}
