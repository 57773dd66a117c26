import { makeBadge } from 'badge-maker'
import type { InputOf } from '../contract/operations'
import { openDoor } from '../http/operation'
import { badgeFace } from './badge-face'
import type { Context } from './context'

export async function badge({ toolId }: InputOf<'badge'>, context: Context): Promise<string> {
  return makeBadge({ ...(await badgeFace(toolId, context)), style: 'flat' })
}

export const badgeDoor = openDoor('badge', badge)
