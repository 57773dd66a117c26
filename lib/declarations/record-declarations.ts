import { contentHash } from 'assay-verify/canonical-json'
import { DECLARED_PARTS } from 'assay-verify/lock/declared-part'
import { declarationDigests } from '../core/declarations/declaration-digests'
import { type DeclarationStep, declarationStep } from '../core/declarations/declaration-step'
import type { Declarations } from '../core/declarations/declarations'
import { cardConflicts } from '../core/declarations/server-card'
import { isHostile } from '../core/text/text-flags'
import { declarationFinding } from '../core/verdict/breakage'
import type { ProbedBatch } from '../monitor/record-breakages'
import { isListedBy } from '../monitor/record-listings'
import { openBreakages } from '../store/breakages/breakage-openings'
import { closeBreakages, touchUnsafeTexts } from '../store/breakages/breakages'
import { refreshUnsafeTexts } from '../store/breakages/open-changes'
import type { Database } from '../store/database'
import { recordDeclarationChanges } from '../store/declarations/declaration-history'
import {
  findDeclarations,
  findOpenDeclarationBreakage,
  findServerWithToolNames,
  listHandshakeDigests,
  type StoredDeclarations,
  writeDeclarations,
} from '../store/declarations/declarations'

/**
 * Records what the servers of a batch declare besides their tools, in the transaction of the batch: the newest of each
 * part, the history, and the breakages that changes open and close. Servers that declare the same as before cost one
 * statement together. Answers the keys of those of which something else is stored now.
 */
export async function recordDeclarations(
  tx: Database,
  { reassessed, probes }: ProbedBatch,
  now: Date,
): Promise<Set<number>> {
  const changed = new Set<number>()
  const states = new Map(reassessed.map((entry) => [entry.serverKey, entry.after.serverState]))
  const newest = new Map(
    probes.flatMap((entry) => {
      const state = states.get(entry.serverKey)
      const counts = entry.probe.declared && state !== undefined && isListedBy(state, entry.targetNo)
      return counts ? [[entry.serverKey, entry] as const] : []
    }),
  )
  const known = await listHandshakeDigests(tx, [...newest.keys()])
  for (const { serverKey, after } of reassessed) {
    const entry = newest.get(serverKey)
    const declared = entry?.probe.declared
    if (entry === undefined || !declared) continue
    const isUp = after.assessment.axes.reachable === true
    const isKnown = !declared.listsRead && known.get(serverKey) === handshakeDigestOf(declared)
    const isTaken = !isKnown && (await recordOne(tx, { serverKey, declared, address: entry.target.url, isUp }, now))
    if (isTaken) changed.add(serverKey)
  }
  await touchUnsafeTexts(tx, [...newest.keys()], now)
  return changed
}

interface Read {
  serverKey: number
  declared: Declarations
  /** That was probed. */
  address: string
  isUp: boolean
}

/** Whether what it declares is stored now. */
async function recordOne(tx: Database, { serverKey, declared, address, isUp }: Read, now: Date): Promise<boolean> {
  const stored = await findDeclarations(tx, serverKey)
  const open = stored === undefined ? undefined : await findOpenDeclarationBreakage(tx, serverKey)
  const step = declarationStep(stored ?? null, declared, { isUp, isOpen: open !== undefined }, now)
  const listsReadAt = declared.listsRead ? now : (stored?.listsReadAt ?? null)
  const handshakeDigest = declared.listsRead ? (stored?.handshakeDigest ?? null) : handshakeDigestOf(declared)
  if (step.kind !== 'taken') {
    if (stored === undefined) return false
    // A waiting change is looked at again by the next probe, which reads the lists, too.
    const waiting = step.kind === 'waits' ? { ...step, handshakeDigest: null, listsReadAt: null } : undefined
    const { kind: _kind, ...set } = waiting ?? {
      kind: 'same',
      declared: step.kind === 'same' ? step.declared : stored.declared,
      ...noWait(declared, stored),
      handshakeDigest,
      listsReadAt,
    }
    await writeDeclarations(tx, { ...stored, ...set })
    return false
  }
  const server = await findServerWithToolNames(tx, serverKey)
  if (server === undefined) return false
  const conflicts = cardConflicts(step.declared, address, server.toolNames)
  await writeDeclarations(tx, {
    serverKey,
    ...takenFields(step, stored, now),
    conflicts,
    handshakeDigest,
    listsReadAt,
    waitingDigest: null,
    waitingSince: null,
  })
  await recordDeclarationChanges(tx, serverKey, step.changes, now)
  await recordBreakage(tx, { serverKey, serverId: server.id, open }, step, now)
  const hasHostile = step.declared.flags.some(({ flag }) => isHostile(flag))
  await refreshUnsafeTexts(tx, [{ serverKey, hasHostile }])
  return true
}

type Taken = Extract<DeclarationStep, { kind: 'taken' }>

function takenFields({ declared, digest, before }: Taken, stored: StoredDeclarations | undefined, now: Date) {
  const digests = declarationDigests(declared)
  const sinceOf = (part: (typeof DECLARED_PARTS)[number]) =>
    stored !== undefined && stored.digests[part] === digests[part] ? stored.since[part] : now.toISOString()
  const read = DECLARED_PARTS.filter((part) => digests[part] !== null)
  const since = Object.fromEntries(read.map((part) => [part, sinceOf(part)]))
  return { declared, digest, digests, since, before, changedAt: now }
}

/** Only a probe that read the lists shows that a waiting change is over. */
function noWait({ listsRead }: Declarations, { waitingDigest, waitingSince }: StoredDeclarations) {
  return listsRead ? { waitingDigest: null, waitingSince: null } : { waitingDigest, waitingSince }
}

async function recordBreakage(
  tx: Database,
  { serverKey, serverId, open }: { serverKey: number; serverId: string; open: { key: number } | undefined },
  { bad, isTakenBack }: Taken,
  now: Date,
): Promise<void> {
  if (isTakenBack && open !== undefined) await closeBreakages(tx, [open.key], now)
  const found = isTakenBack ? undefined : declarationFinding(bad)
  if (found === undefined) return
  const { code, text, severity } = found
  const opening = {
    serverKey,
    toolId: null,
    kind: 'declaration_changed',
    severity,
    evidence: { code, text, at: now.toISOString() },
    correlationKeys: [{ cause: 'listing', what: serverId }],
    startWindow: { after: now, before: now },
  } as const
  await openBreakages(tx, [{ ...opening, correlationKeys: [{ cause: 'listing', what: serverId }] }], now)
}

/** Of what the handshake declares, flags of tools included. */
function handshakeDigestOf(declared: Declarations): string {
  return contentHash(declared)
}
