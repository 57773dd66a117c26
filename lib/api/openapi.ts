import { openApiDocument } from '../contract/openapi'
import type { InputOf, OutputOf } from '../contract/operations'
import { openDoor } from '../http/operation'
import type { Context } from './context'

export async function openapi(_input: InputOf<'openapi'>, { baseUrl }: Context): Promise<OutputOf<'openapi'>> {
  return openApiDocument(baseUrl)
}

export const openapiDoor = openDoor('openapi', openapi)
