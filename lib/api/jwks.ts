import type { InputOf, OutputOf } from '../contract/operations'
import { jwksOf } from '../core/attestation'
import { openDoor } from '../http/operation'
import type { Context } from './context'

export async function jwks(_input: InputOf<'jwks'>, { signingKey }: Context): Promise<OutputOf<'jwks'>> {
  return jwksOf([signingKey])
}

export const jwksDoor = openDoor('jwks', jwks)
