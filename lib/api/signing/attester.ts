import { ATTESTATION_LIFETIME_SECONDS, attestationPayload } from 'assay-verify/attestation'
import { ATTESTATION_TYPE, type AttestationClaims } from 'assay-verify/attestation-check'
import { LRUCache } from 'lru-cache'
import { atMostEntries } from '../../core/bytes/cache-options'
import { expiryOf } from '../../core/signing-key-periods'
import { signCompact } from './sign-jws'
import type { SigningKeys } from './signing-keys'

export type RatedFacts = Pick<AttestationClaims, 'verdict' | 'score' | 'grade' | 'formula' | 'asOf'>

/** A signed score, and its leaf in the log of the service; null: it is not logged, or not yet. */
export interface Attestation {
  jws: string
  leaf: number | null
}

export interface Attester {
  /**
   * The signed form of a subject's rated facts. The same facts and key give the same string until half its life is
   * over, or its leaf is known. `inputs`: what the score was computed from, for the log; read only where the facts are
   * new.
   */
  attest(toolId: string, facts: RatedFacts, now: Date, inputs: () => object): Promise<Attestation>
}

/** Where attested facts are logged. */
export interface AttestedTlog {
  /**
   * Notes that these facts were attested. Answers their identity: the same facts of a subject have the same one, and
   * are logged once.
   */
  add(toolId: string, facts: RatedFacts, inputs: () => object, now: Date): string
  /** The number of the published leaf of these facts; null: it is not known yet. */
  leafOf(identity: string, now: Date): number | null
}

/** Some 600 bytes each. */
const MOST_CACHED = 100_000

interface Cached extends Attestation {
  facts: RatedFacts
  signedAt: number
  kid: string
  /** Of the facts in the log. */
  identity: string | null
}

/** `scoreTlog` null: nothing is logged. */
export function openAttester(
  keys: Pick<SigningKeys, 'current'>,
  issuer: string,
  scoreTlog: AttestedTlog | null = null,
): Attester {
  const cache = new LRUCache<string, Cached>(atMostEntries(MOST_CACHED))
  return {
    attest: async (toolId, given, now, inputs) => {
      const asked = keys.current(now)
      const { key, confirmedAt } = asked instanceof Promise ? await asked : asked
      const issuedAt = Math.floor(now.getTime() / 1000)
      const known = cache.get(toolId)
      const same = known !== undefined && areEqual(known.facts, given) ? known : undefined
      const identity = same?.identity ?? scoreTlog?.add(toolId, given, inputs, now) ?? null
      const leaf = same?.leaf ?? (identity === null ? null : (scoreTlog?.leafOf(identity, now) ?? null))
      const age = known === undefined ? Number.POSITIVE_INFINITY : issuedAt - known.signedAt
      const isYoung = age >= 0 && age < ATTESTATION_LIFETIME_SECONDS / 2
      if (same?.kid === key.kid && isYoung && same.leaf === leaf) return same
      const { verdict, score, grade, formula, asOf } = given
      const facts = { verdict, score, grade, formula, asOf }
      const times = { iat: issuedAt, exp: expiryOf(now, confirmedAt) }
      const claims = { iss: issuer, sub: toolId, ...times, ...facts, ...(leaf !== null && { leaf }) }
      const jws = signCompact(attestationPayload(claims), ATTESTATION_TYPE, key)
      const made = { facts, signedAt: issuedAt, kid: key.kid, jws, leaf, identity }
      cache.set(toolId, made)
      return made
    },
  }
}

function areEqual(a: RatedFacts, b: RatedFacts): boolean {
  return (
    a.verdict === b.verdict &&
    a.score === b.score &&
    a.grade === b.grade &&
    a.formula === b.formula &&
    a.asOf === b.asOf
  )
}
