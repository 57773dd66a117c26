import { splitIdentifier, wordsOf } from 'assay-verify/text/words'
import { ACTS, type Act, actOf, actOfWord, readsAndChanges } from '../../search/request/acts'

const CHANGING: ReadonlySet<Act | null> = new Set(ACTS.filter((act) => readsAndChanges('read', act)))
/** Acts that requests for tools seldom name, and verbs that only read where they stand in such a request. */
const OTHERS: ReadonlySet<string> = new Set(
  (
    'reset flush kill trigger run exec execute invoke approve reject pay buy checkout transfer refund withdraw vote logout signout ' +
    'login signin rollback failover migrate disable block ban confirm accept decline unlink detach eject load reload replay empty expire truncate'
  ).split(' '),
)
/** Verbs of the search for tools that say of an address only that it answers. */
const HARMLESS: ReadonlySet<string> = new Set(['ping', 'open'])
/** Verbs that are no nouns, also where another word is written together with them (`deleteall`). */
const UNMISTAKABLE = /^(?:delete|remove|destroy|purge|erase|wipe|revoke|uninstall|unsubscribe|send(?!er)|create(?!d))/
/** A plural names what is listed, as in `/orders`. */
const PLURAL = /[^s]s$/

/**
 * Whether a word of the path of an address names an act that changes something (`/users/delete-all`), percent-encoded
 * or not. Nouns that are verbs as well count, too: a request that is not made costs little.
 */
export function namesAct(path: string): boolean {
  return wordsIn(decoded(path)).some((word) => UNMISTAKABLE.test(word) || (!PLURAL.test(word) && changes(word)))
}

/**
 * Whether the id of an operation says that it changes something: by its first verb (`resetAll`, not `getOrder`), or by
 * any verb that is no noun (`getAndDelete`).
 */
export function operationNamesAct(operationId: unknown): boolean {
  if (typeof operationId !== 'string') return false
  const words = wordsIn(operationId.slice(0, 200)).filter((word) => !HARMLESS.has(word))
  return words.some((word) => UNMISTAKABLE.test(word)) || CHANGING.has(actOf(words)) || OTHERS.has(words[0] ?? '')
}

function changes(word: string): boolean {
  return !HARMLESS.has(word) && (CHANGING.has(actOfWord(word)) || OTHERS.has(word))
}

function wordsIn(text: string): string[] {
  return wordsOf(splitIdentifier(text))
}

/** With what cannot be decoded as it is. */
function decoded(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}
