import type { Context } from '../../api/context'
import type { InputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { breakageFeed } from '../breakage-feeds'

async function breakagesAtom(about: InputOf<'breakagesAtom'>, context: Context): Promise<string> {
  return (await breakageFeed(about, context)).atom1()
}

export const breakagesAtomEndpoint = defineEndpoint('breakagesAtom', breakagesAtom)
