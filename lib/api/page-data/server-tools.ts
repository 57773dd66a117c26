import { NO_TOOL_FACTS, type OpenChange, type ToolFacts, usageOf } from 'assay-verify/score/tool-facts'
import { argumentNotes } from '../../core/json-schema/argument-notes'
import { cleanLine } from '../../core/text/hostile-text'
import { assessBriefly } from '../../core/verdict/assessment'
import { whyRemoved } from '../../core/verdict/reason'
import { type ToolOfServer, toolsOfServerRead } from '../../store/listings/category-listings'
import type { Rating } from '../../store/ratings/ratings'
import { readAlone } from '../../store/read-together'
import type { Context } from '../context'

/** Servers have thousands at most; the API lists them all. */
export const TOOLS_SHOWN = 500
/** Of these, how many are described: a schema may be large. */
const TOOLS_DESCRIBED = 60
const DESCRIPTION_LETTERS = 240

/** What the page of a server reads of its tools. */
export const serverToolsRead = (serverKey: number) => toolsOfServerRead(serverKey, TOOLS_SHOWN, TOOLS_DESCRIBED)

/** The tools of a server in the published order, removed ones last, `TOOLS_SHOWN` at most. */
export async function serverTools(serverKey: number, server: Rating, { reads: { db }, now }: Context) {
  return shownTools(await readAlone(db, serverToolsRead(serverKey)), server, now)
}

/** The same of what was read. */
export function shownTools(rows: readonly ToolOfServer[], server: Rating, now: Date) {
  const statusOf = (tool: ToolFacts) => assessBriefly(server.serverState, server.declaredAccess, tool, now).status
  // Most tools have no facts of their own.
  const plain = statusOf(NO_TOOL_FACTS)
  return rows.map(({ id, name, summary, annotations, removedAt, facts, inputSchema }, at) => {
    const tool = { ...NO_TOOL_FACTS, ...facts, usage: usageOf(facts), removedAt }
    const [fault] = whyRemoved(removedAt)
    return {
      toolId: id,
      name,
      description: at < TOOLS_DESCRIBED ? cleanLine(summary, DESCRIPTION_LETTERS) : '',
      arguments: argumentNotes(inputSchema),
      status: facts === null && removedAt === null ? plain : statusOf(tool),
      readOnly: annotations?.readOnlyHint ?? null,
      destructive: annotations?.destructiveHint ?? null,
      removedAt: removedAt?.toISOString() ?? null,
      fault: fault?.text ?? null,
      change: removedAt === null ? ownChange(tool.openChange) : null,
    }
  })
}

/** A change of what the server declares is the same for all of its tools, and is said of the server. */
function ownChange(change: OpenChange | null) {
  if (change === null || change.declared || change.class === 'unsafe_text' || change.class === 'removed') return null
  return { class: change.class, at: change.at, text: change.text }
}
