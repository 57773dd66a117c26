import type { Context } from '../../api/context'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { lockServers } from '../lock-servers'
import { listServersOfIds } from '../sql/declared-digests'

export async function lock({ ids: given }: InputOf<'lock'>, context: Context): Promise<OutputOf<'lock'>> {
  // An id may hold commas: a text that is known whole is one id.
  const whole = await listServersOfIds(
    context.reads.db,
    given.filter((text) => text.includes(',')),
  )
  const ids = given.flatMap((text) => (whole.has(text) ? [text] : text.split(',').map((id) => id.trim())))
  return lockServers(
    ids.filter((id) => id !== ''),
    context,
  )
}

export const lockEndpoint = defineEndpoint('lock', lock)
