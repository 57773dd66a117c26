import { looksSecret } from '../text/secret-shapes.ts'

/** In which list of a lookup an identifier is sent. */
export type IdentifierKind = 'id' | 'package' | 'repo' | 'url'

/**
 * A public name of a server. It contains no credentials, no query, no values of settings and no path of this machine.
 */
export interface Identifier {
  kind: IdentifierKind
  text: string
}

/** Why a server of a setup is not looked up, as readers see it. */
export const NOT_LOOKED_UP = {
  local_program: 'It starts a program on your computer, which has no public name.',
  local_address: 'It is at an address of your own network.',
  unknown_option: 'Its command has an option that this page does not know, so the name of its package is not certain.',
  no_name: 'It has no package, address or repository that this page recognises.',
  looks_secret: 'The place where its name should be looks like a secret.',
} as const
export type NotLookedUp = keyof typeof NOT_LOOKED_UP

/** What of a setup's server may be looked up; `why` where nothing may. */
export type Named =
  | { identifiers: readonly [Identifier, ...Identifier[]]; version: string | null; why?: undefined }
  | {
      identifiers: readonly []
      version: null
      why: NotLookedUp
      /** Of an address of this machine: what a demonstration, whose servers are there, knows it by. */
      loopback?: Identifier
    }

/** A server of a setup. */
export type SetupServer = Named & {
  /** What the setup calls it. It is shown, and never sent. */
  name: string
}

/** The entries as a demonstration looks them up: its servers are known by their addresses of this machine. */
export function withLoopback(entries: readonly SetupServer[]): SetupServer[] {
  return entries.map((entry) =>
    entry.why === undefined || entry.loopback === undefined
      ? entry
      : { name: entry.name, identifiers: [entry.loopback], version: null },
  )
}

export function notLookedUp(why: NotLookedUp): Named {
  return { identifiers: [], version: null, why }
}

/** A name with these readings, the likeliest first. Readings that look like a secret are dropped. */
export function named(readings: readonly Identifier[], version: string | null = null): Named {
  const [first, ...rest] = readings.filter(({ text }) => !isSecretLike(text))
  return first === undefined ? notLookedUp('looks_secret') : { identifiers: [first, ...rest], version }
}

/**
 * Whether a part of a name may be a secret: an issuer's shape, or a run of letters and digits as no author names a
 * thing. For what is about to leave a reader's machine, so that a false alarm costs one lookup.
 */
export function isSecretLike(text: string): boolean {
  return looksSecret(text, '') || text.split(/[/@:.?&=,;]+/).some(isOpaque)
}

const LEAST_OPAQUE = 16

/** Hexadecimals, a UUID, or a long mixture of letters and digits. */
function isOpaque(part: string): boolean {
  if (part.length < LEAST_OPAQUE) return false
  if (/^[0-9a-f-]{16,}$/i.test(part) && /\d/.test(part)) return true
  return part.split(/[-_]/).some((word) => word.length >= LEAST_OPAQUE && changes(word) >= 4)
}

/** How often a word changes between letters and digits, or from a lower case letter to a capital within. */
function changes(word: string): number {
  return word.match(/[a-z](?=\d)|\d(?=[a-z])|[a-z](?=[A-Z])/g)?.length ?? 0
}
