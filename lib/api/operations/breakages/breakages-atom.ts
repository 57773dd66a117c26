import type { InputOf } from '../../../contract/operations'
import { defineEndpoint } from '../../../http/operation'
import type { Context } from '../../context'
import { breakageFeed } from '../../feed/breakage-feeds'

async function breakagesAtom(about: InputOf<'breakagesAtom'>, context: Context): Promise<string> {
  return (await breakageFeed(about, context)).atom1()
}

export const breakagesAtomEndpoint = defineEndpoint('breakagesAtom', breakagesAtom)
