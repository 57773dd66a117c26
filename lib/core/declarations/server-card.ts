import type { Declarations } from './declarations'

/** Of a server card only what the handshake and the address can be compared with. */
export interface ServerCard {
  url: string
  name: string | null
  version: string | null
  /** Addresses it names. */
  remotes: string[]
  /** Names of tools, in cards that list them; null: it lists none. */
  tools: string[] | null
}

export type CardConflict = 'version' | 'address' | 'tools'

/**
 * In what the card and the server itself disagree: another version than the handshake, no address on the probed one, or
 * tools that it does not list. Empty: they agree as far as the card says something. null: there is no card, or it was
 * not read.
 */
export function cardConflicts(
  { card, serverInfo }: Pick<Declarations, 'card' | 'serverInfo'>,
  address: string,
  toolNames: readonly string[] | null,
): CardConflict[] | null {
  if (card === null || card === 'none') return null
  const version = serverInfo?.version ?? null
  const listed = toolNames === null ? null : new Set(toolNames)
  const sameAddress = card.remotes.some((remote) => withoutEnd(remote) === withoutEnd(address))
  return [
    ...(card.version !== null && version !== null && card.version !== version ? (['version'] as const) : []),
    ...(card.remotes.length > 0 && !sameAddress ? (['address'] as const) : []),
    ...(card.tools !== null && listed !== null && card.tools.some((name) => !listed.has(name))
      ? (['tools'] as const)
      : []),
  ]
}

const withoutEnd = (url: string) => url.replace(/[/?#]+$/, '').toLowerCase()
