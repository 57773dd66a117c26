import { idFault, publisherAndServer } from 'assay-verify/subject-id'
import { drawServerPicture, type ServerPictureFacts } from '@/app/_ui/pictures/server-picture'
import { health } from '@/lib/api/operations/health'
import { dayStrips } from '@/lib/api/page-data/day-strips'
import { profile } from '@/lib/api/page-data/profile'
import { nameInTypeface } from '@/lib/core/text/typeface'
import { mountPicture } from '@/lib/runtime/files/picture-file'

const NAME_LENGTH = 40

/** The picture of a server for link previews. */
export const { GET, HEAD } = mountPicture('/picture/server/', async (toolId, context) => {
  if (idFault(toolId) !== undefined) return undefined
  const [{ status, grade, axes, reasons }, entry, strips] = await Promise.all([
    health({ toolId }, context),
    profile({ toolId }, context),
    dayStrips([toolId], context),
  ])
  if (entry.kind !== 'server') return undefined
  const name =
    nameInTypeface(entry.serverTitle, NAME_LENGTH) ??
    nameInTypeface(publisherAndServer(toolId), NAME_LENGTH) ??
    'An MCP server'
  const days = (strips.get(toolId) ?? []).map(({ state }) => state)
  const facts: ServerPictureFacts = {
    name,
    status,
    access: axes.access,
    reasons: reasons.map(({ code }) => ({ code })),
    grade,
    days,
    isDemonstration: context.demonstration,
  }
  return { facts, draw: drawServerPicture }
})
