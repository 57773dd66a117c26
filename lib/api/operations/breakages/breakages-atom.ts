import type { InputOf } from '../../../contract/operations'
import { defineEndpoint } from '../../../http/operation'
import type { Context } from '../../context'
import { breakageFeed } from '../../feed/breakage-feeds'

export async function breakagesAtom(_input: InputOf<'breakagesAtom'>, context: Context): Promise<string> {
  return (await breakageFeed(context)).atom1()
}

export const breakagesAtomEndpoint = defineEndpoint('breakagesAtom', breakagesAtom)
