import type { InputOf, OutputOf } from '../../contract/operations'
import { jwksOf } from '../../core/attestation'
import { defineEndpoint } from '../../http/operation'
import type { Context } from '../context'

/** The signing key, and retired keys whose last attestation has not expired. */
export async function jwks(
  _input: InputOf<'jwks'>,
  { signingKey, retiredKeys, now }: Context,
): Promise<OutputOf<'jwks'>> {
  return jwksOf([signingKey, ...retiredKeys.filter(({ neededUntil }) => now < neededUntil)])
}

export const jwksEndpoint = defineEndpoint('jwks', jwks)
