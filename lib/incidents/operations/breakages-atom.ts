import type { Context } from '../../api/context'
import { defineEndpoint } from '../../http/operation'
import { breakageFeed } from '../breakage-feeds'

export const breakagesAtomEndpoint = defineEndpoint('breakagesAtom', async (about, context: Context) =>
  (await breakageFeed(about, context)).atom1(),
)
