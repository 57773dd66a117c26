import type { InputOf, OutputOf } from '../../../contract/operations'
import { defineEndpoint } from '../../../http/operation'
import { badgeAppearance, OVER_LIMIT } from '../../badge-appearance'
import type { Context } from '../../context'

/** How long shields.io may cache a badge; it allows no less. */
const CACHE_SECONDS = 300

async function badgeEndpoint(
  { toolId }: InputOf<'badgeEndpoint'>,
  context: Context,
): Promise<OutputOf<'badgeEndpoint'>> {
  return { schemaVersion: 1, ...(await badgeAppearance(toolId, context)), cacheSeconds: CACHE_SECONDS }
}

export const badgeJsonEndpoint = defineEndpoint('badgeEndpoint', badgeEndpoint, () => ({
  schemaVersion: 1,
  ...OVER_LIMIT,
  cacheSeconds: CACHE_SECONDS,
}))
