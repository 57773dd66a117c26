import { waitsSince } from '../drift/unconfirmed-listing'
import {
  compareDeclarations,
  type DeclarationChange,
  declarationsNeedConfirmation,
  flagsFoundAnew,
  placeOf,
  withFlags,
} from './declaration-changes'
import { declarationsDigest } from './declaration-digests'
import { type Declarations, mergedDeclarations } from './declarations'
import { digestOfFlagged } from './unsafe-texts'

/** What is remembered of what a server declares. */
export interface KnownDeclarations {
  declared: Declarations
  digest: string
  /** What it declared before the change whose breakage is open; null: none is. */
  before: Declarations | null
  waitingDigest: string | null
  waitingSince: Date | null
}

export type DeclarationStep =
  /** As before, perhaps by other rules of flags. */
  | { kind: 'same'; declared: Declarations }
  /** It lacks so much that another probe has to confirm it. */
  | { kind: 'waits'; waitingDigest: string; waitingSince: Date }
  | {
      kind: 'taken'
      declared: Declarations
      digest: string
      changes: DeclarationChange[]
      /** Changes of class safety or breaking, the worst first. */
      bad: DeclarationChange[]
      /** Everything that was bad since `before` is taken back. */
      isTakenBack: boolean
      before: Declarations | null
    }

/** What one probe changes of what is known of a server. `isOpen`: a breakage of its declarations is open. */
export function declarationStep(
  known: KnownDeclarations | null,
  read: Declarations,
  { isUp, isOpen }: { isUp: boolean; isOpen: boolean },
  now: Date,
): DeclarationStep {
  const declared = mergedDeclarations(known?.declared ?? null, read)
  const digest = declarationsDigest(declared)
  if (known === null) {
    return { kind: 'taken', declared, digest, changes: [], bad: [], isTakenBack: false, before: null }
  }
  if (digest === known.digest) return { kind: 'same', declared }
  if (declarationsNeedConfirmation(known.declared, declared, isUp)) {
    const waiting = { hash: known.waitingDigest, since: known.waitingSince }
    const waitingSince = waitsSince(waiting, digest, isUp, now)
    if (waitingSince !== null) return { kind: 'waits', waitingDigest: digest, waitingSince }
  }
  const anew = flagsFoundAnew(known.declared, declared)
  const places = new Set(anew.map(placeOf))
  const knownNow = withFlags(known.declared, anew)
  const changes = compareDeclarations(knownNow, declared)
  const stored = isOpen ? known.before : null
  const before =
    stored === null
      ? knownNow
      : withFlags(
          stored,
          flagsFoundAnew(stored, declared).filter((flagged) => flagged.part !== 'tool' || places.has(placeOf(flagged))),
        )
  const isBadStill = badAmong(compareDeclarations(before, declared)).length > 0
  return {
    kind: 'taken',
    declared,
    digest,
    changes,
    bad: badAmong(changes),
    isTakenBack: isOpen && !isBadStill,
    before: isBadStill ? before : null,
  }
}

/**
 * Whether a change since `before` is bad apart from texts of these digests, which an operator of the service cleared.
 */
export function isBadWithout(cleared: ReadonlySet<string>, before: Declarations, declared: Declarations): boolean {
  const flags = declared.flags.filter((flagged) => !cleared.has(digestOfFlagged(flagged)))
  return badAmong(compareDeclarations(before, { ...declared, flags })).length > 0
}

function badAmong(changes: readonly DeclarationChange[]): DeclarationChange[] {
  return changes.filter((entry) => entry.class === 'safety' || entry.class === 'breaking')
}
