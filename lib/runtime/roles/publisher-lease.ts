import { randomUUID } from 'node:crypto'
import type { App } from '../../api/context'
import { claimLease, holdsLease, LEASE_SECONDS, releaseLease, renewLease } from '../../store/leases'

/** The turn to publish, which one process with ROLE=publisher has at a time. */
export interface PublisherLease {
  /** Whether this process has it now. */
  isHeld(): boolean
  /** Gives it back, so that another process has it at once. */
  close(): Promise<void>
}

const ASKED_EVERY_MS = 5000

/**
 * Takes the turn, or waits for it: that of a killed process ends after 45 seconds. Each job has a lease of its own
 * besides, so that two processes which both believe that it is theirs write nothing twice.
 */
export async function openPublisherLease(
  { db, log }: Pick<App, 'db' | 'log'>,
  clock: () => Date = () => new Date(),
  askedEveryMs = ASKED_EVERY_MS,
): Promise<PublisherLease> {
  const lease = { name: 'publisher', holder: randomUUID() }
  let heldUntil = Number.NEGATIVE_INFINITY
  let isOpen = true
  let timer: NodeJS.Timeout | undefined
  const isHeld = () => performance.now() < heldUntil
  const claim = async () => {
    if (!isHeld()) return claimLease(db, lease, LEASE_SECONDS, clock())
    await renewLease(db, lease, LEASE_SECONDS, clock())
    return holdsLease(db, lease)
  }
  const ask = async () => {
    const beganAt = performance.now()
    const before = isHeld()
    try {
      heldUntil = (await claim()) ? beganAt + LEASE_SECONDS * 1000 : Number.NEGATIVE_INFINITY
    } catch {
      // The database is away, which is in the log: the turn lasts as long as nobody else can have it.
    }
    if (isHeld() !== before) log(isHeld() ? 'This process publishes now.' : 'Another process publishes now.')
  }
  let asking = ask()
  await asking
  const repeat = () => {
    timer = setTimeout(() => {
      asking = ask().finally(() => isOpen && repeat())
    }, askedEveryMs).unref()
  }
  repeat()
  return {
    isHeld,
    close: async () => {
      isOpen = false
      clearTimeout(timer)
      await asking
      heldUntil = Number.NEGATIVE_INFINITY
      await releaseLease(db, lease)
    },
  }
}
