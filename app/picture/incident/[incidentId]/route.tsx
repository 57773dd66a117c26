import { incidentMark } from '@/app/_ui/breakage-mark'
import { formatTimestamp } from '@/app/_ui/format'
import { extentText } from '@/app/_ui/lists/incident-list'
import { drawIncidentPicture, type IncidentPictureFacts } from '@/app/_ui/pictures/incident-picture'
import { OPERATIONS } from '@/lib/contract/operations'
import { nameInTypeface } from '@/lib/core/text/typeface'
import { incident } from '@/lib/incidents/operations/incident'
import { incidentSubject, lastedText } from '@/lib/incidents/rules/incident-text'
import { mountPicture } from '@/lib/runtime/files/picture-file'

const NAME_LENGTH = 40

/** The picture of an incident for link previews. */
export const { GET, HEAD } = mountPicture('/picture/incident/', async (incidentId, context) => {
  const input = OPERATIONS.incident.input.safeParse({ incidentId })
  if (!input.success) return undefined
  const found = await incident(input.data, context)
  const { openedAt, closedAt } = found
  const { sign, text } = incidentMark(found)
  const facts: IncidentPictureFacts = {
    name: nameInTypeface(incidentSubject(found), NAME_LENGTH) ?? 'An MCP server',
    sign: closedAt === null ? sign : 'unknown',
    words: `${closedAt === null ? 'Open' : 'Ended'}: ${text}, ${extentText(found)}`,
    when:
      closedAt === null
        ? `Since ${formatTimestamp(openedAt)}`
        : `Lasted ${lastedText(openedAt, closedAt)}, until ${formatTimestamp(closedAt)}`,
    isDemonstration: context.demonstration,
  }
  return { facts, draw: drawIncidentPicture }
})
