import type { AlternativesAnswer } from '../../contract/shapes/candidates'
import type { Context } from '../context'
import { findAlternatives } from '../operations/alternatives'
import type { ServerTool } from './server-tools'

/** Tools of a server without an alternative as a whole that are asked for theirs. */
const TOOLS_ASKED = 3

/** What can be used instead of a server, or of a tool of it. */
export interface ServerAlternatives extends Pick<AlternativesAnswer, 'alternatives' | 'reason'> {
  /** The tool that they replace; null: the whole server. */
  insteadOf: Pick<ServerTool, 'toolId' | 'name'> | null
}

/** At most `limit` alternatives to a server; where no server does the same, those of the first of its tools that has any. */
export async function serverAlternatives(
  serverId: string,
  tools: readonly ServerTool[],
  limit: number,
  context: Context,
): Promise<ServerAlternatives> {
  const whole = await findAlternatives(serverId, limit, context)
  if (whole.alternatives.length > 0) return { ...whole, insteadOf: null }
  const asked = tools.filter(({ removedAt }) => removedAt === null).slice(0, TOOLS_ASKED)
  for (const { toolId, name } of asked) {
    const found = await findAlternatives(toolId, limit, context)
    if (found.alternatives.length > 0) return { ...found, insteadOf: { toolId, name } }
  }
  return { ...whole, insteadOf: null }
}
