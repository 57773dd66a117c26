import { makeBadge } from 'badge-maker'
import type { InputOf } from '../../../contract/operations'
import { defineEndpoint } from '../../../http/operation'
import { badgeAppearance, OVER_LIMIT } from '../../badge-appearance'
import type { Context } from '../../context'

async function badge({ toolId }: InputOf<'badge'>, context: Context): Promise<string> {
  return makeBadge({ ...(await badgeAppearance(toolId, context)), style: 'flat' })
}

export const badgeSvgEndpoint = defineEndpoint('badge', badge, () => makeBadge({ ...OVER_LIMIT, style: 'flat' }))
