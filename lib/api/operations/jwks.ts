import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import type { Context } from '../context'

/** Every key that verifies an attestation which is still valid, and the one that signs next. */
export async function jwks(_input: InputOf<'jwks'>, { signingKeys, now }: Context): Promise<OutputOf<'jwks'>> {
  return { keys: await signingKeys.published(now) }
}

export const jwksEndpoint = defineEndpoint('jwks', jwks)
