import { removalCommand } from '../../core/catalog/client-setups'
import { UNSAFE_PLACES, withoutCleared } from '../../core/declarations/unsafe-texts'
import { findDeclarations } from '../../store/declarations/declarations'
import { findUnsafeTexts } from '../../store/declarations/unsafe-texts'
import type { Context } from '../context'
import type { Profile } from './profile'

/** Texts shown of one server: some have the same sentence in each of hundreds of tools. */
const FINDINGS_SHOWN = 10

/** The unsafe texts of a server that nobody cleared, for its page and those of its tools: the earliest first. */
export async function unsafeFacts({ serverKey, serverId, remotes, packages }: Profile, { reads: { db } }: Context) {
  const [stored, declared] = [await findUnsafeTexts(db, serverKey), await findDeclarations(db, serverKey)]
  const texts = withoutCleared(stored?.texts ?? [], stored?.cleared ?? [])
    .toSorted((one, other) => one.since.localeCompare(other.since))
    .slice(0, FINDINGS_SHOWN)
  const isInInstructions = texts.some(({ part }) => part === 'instructions')
  const isForClients = packages.length > 0 || remotes.some(({ transport }) => transport !== 'http-api')
  return {
    findings: texts.map(({ flag, part, name, quote, since }) => ({
      flag,
      place: UNSAFE_PLACES[part],
      name,
      quote,
      since,
    })),
    instructions: isInInstructions ? (declared?.declared.instructions ?? null) : null,
    removal: isForClients ? removalCommand(serverId) : null,
  }
}
