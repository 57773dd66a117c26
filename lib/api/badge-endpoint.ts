import type { InputOf, OutputOf } from '../contract/operations'
import { openDoor } from '../http/operation'
import { badgeFace } from './badge-face'
import type { Context } from './context'

/** How long shields may keep a badge; it allows no less. */
const CACHE_SECONDS = 300

export async function badgeEndpoint(
  { toolId }: InputOf<'badgeEndpoint'>,
  context: Context,
): Promise<OutputOf<'badgeEndpoint'>> {
  return { schemaVersion: 1, ...(await badgeFace(toolId, context)), cacheSeconds: CACHE_SECONDS }
}

export const badgeEndpointDoor = openDoor('badgeEndpoint', badgeEndpoint)
