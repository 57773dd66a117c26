import { createHmac, timingSafeEqual } from 'node:crypto'
import { invalidInput } from '../contract/faults/input-faults'
import type { RegistryContext } from './context'
import type { RegistryPosition } from './sql/registry-servers'

/** Enough that none can be guessed. */
const SEAL_BYTES = 15

type Sealing = Pick<RegistryContext, 'secretFor'>

/**
 * The text of a position, sealed, so that a made-up one is noticed. A server that is added, changed or removed
 * meanwhile does not make it wrong.
 */
export function cursorOf({ key, updatedAt }: RegistryPosition, context: Sealing): string {
  const place = updatedAt === null ? `${key}` : `${key}.${updatedAt.getTime()}`
  return Buffer.concat([sealOf(place, context), Buffer.from(place)]).toString('base64url')
}

/**
 * The position that this service gave this cursor for, in a list of the same order. Throws `invalid_parameter` for any
 * other text.
 */
export function positionAt(cursor: string, byChange: boolean, context: Sealing): RegistryPosition {
  const bytes = Buffer.from(cursor, 'base64url')
  const place = bytes.subarray(SEAL_BYTES).toString('latin1')
  const isOurs =
    bytes.length > SEAL_BYTES &&
    bytes.toString('base64url') === cursor &&
    timingSafeEqual(bytes.subarray(0, SEAL_BYTES), sealOf(place, context))
  if (!isOurs) throw refused('a `nextCursor` of this list, exactly as it was; what was sent is none')
  const [key, changedAt] = place.split('.').map(Number)
  if ((changedAt !== undefined) !== byChange) {
    throw refused(
      'a `nextCursor` of this list; what was sent is of a list in another order: with or without updated_since',
    )
  }
  return { key: key ?? 0, updatedAt: changedAt === undefined ? null : new Date(changedAt) }
}

function sealOf(place: string, { secretFor }: Sealing): Buffer {
  return createHmac('sha256', secretFor('registry cursors')).update(place).digest().subarray(0, SEAL_BYTES)
}

function refused(must: string) {
  return invalidInput('invalid_parameter', [{ in: 'query', name: 'cursor', detail: `"cursor" must be ${must}.` }])
}
