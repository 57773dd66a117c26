import { type ToolFacts, toolFactsOf } from '../core/score/tool-facts'
import { assessBriefly } from '../core/verdict/assessment'
import { FAULT_CODES, whyChanged, whyRemoved } from '../core/verdict/reason'
import type { Status } from '../core/verdict/verdict'
import { listToolsOfServer } from '../store/catalog/category-listings'
import type { Rating } from '../store/ratings/ratings'
import type { Context } from './context'

/** Servers have thousands at most; the API lists them all. */
export const TOOLS_SHOWN = 500

/** A tool in the list of its server. */
export interface ServerTool {
  toolId: string
  name: string
  description: string
  status: Status
  /** What it declares; null: nothing. */
  readOnly: boolean | null
  destructive: boolean | null
  removedAt: string | null
  /** A sentence about an open change of its contract, or that it is removed; null: none. */
  fault: string | null
}

/** The tools of a server in the published order, removed ones last, `TOOLS_SHOWN` at most. */
export async function serverTools(serverKey: number, server: Rating, { db, now }: Context): Promise<ServerTool[]> {
  const rows = await listToolsOfServer(db, serverKey, TOOLS_SHOWN)
  const statusOf = (tool: ToolFacts | null) => assessBriefly(server.serverState, server.declaredAccess, tool, now).status
  // Most tools have no facts of their own.
  const plain = statusOf(null)
  return rows.map(({ id, name, summary, annotations, removedAt, facts }) => {
    const tool = toolFactsOf({ kind: 'tool', removedAt, facts })
    const faults = [...whyRemoved(removedAt), ...whyChanged(tool?.openChange ?? null)]
    return {
      toolId: id,
      name,
      description: summary,
      status: tool === null ? plain : statusOf(tool),
      readOnly: annotations?.readOnlyHint ?? null,
      destructive: annotations?.destructiveHint ?? null,
      removedAt: removedAt?.toISOString() ?? null,
      fault: faults.find(({ code }) => FAULT_CODES.has(code))?.text ?? null,
    }
  })
}
