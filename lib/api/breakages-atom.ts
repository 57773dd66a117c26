import type { InputOf } from '../contract/operations'
import { openDoor } from '../http/operation'
import { breakageFeed } from './breakage-feeds'
import type { Context } from './context'

export async function breakagesAtom(_input: InputOf<'breakagesAtom'>, context: Context): Promise<string> {
  return (await breakageFeed(context)).atom1()
}

export const breakagesAtomDoor = openDoor('breakagesAtom', breakagesAtom)
