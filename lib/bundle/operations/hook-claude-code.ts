import type { BundleView } from 'assay-decide/bundle'
import { claudeAnswer, claudeName } from 'assay-decide/claude-code'
import { decide } from 'assay-decide/decide'
import { ACTIONS, type Decision } from 'assay-decide/decision'
import { DEFAULT_POLICY } from 'assay-decide/policy'
import { toolNames } from 'assay-decide/tool-names'
import type { Context } from '../../api/context'
import type { InputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import type { HookAnswer } from '../contract/hook-operations'
import { type CalledServer, calledServers } from '../rules/hook-servers'
import { serverKeyOf } from '../rules/server-keys'
import { servedBundle } from '../served-bundle'

/** Whether a tool call of Claude Code should go on, in the form of its hooks. */
async function hookClaudeCode({ servers, body }: InputOf<'hookClaudeCode'>, context: Context): Promise<HookAnswer> {
  const { hook_event_name: event, tool_name: toolName, mcp_server: server } = body
  if (event !== 'PreToolUse' || toolName === undefined) return {}
  const called = calledServers(toolName, server?.name ?? null, servers)
  if (called.length === 0) return {}
  const view = await (await servedBundle(context)).view(called.map(keyOf), context)
  if (view === null) return {}
  const configuredNames = new Map(servers.map(({ name, id }) => [id, name]))
  const decision = mildestDecision(called, { ...view, configuredNames }, context.now)
  return (decision && claudeAnswer(decision)) ?? {}
}

const keyOf = ({ id }: CalledServer) => serverKeyOf({ kind: 'id', name: id })

/** Of several that may be called the mildest counts; undefined: there are none. */
function mildestDecision(called: readonly CalledServer[], view: BundleView, now: Date): Decision | undefined {
  const decisions = called.flatMap((server) => {
    const key = keyOf(server)
    const call = { keys: [key], configuredName: server.name, arguments: null, isLocal: server.isLocal }
    return toolNames(server.tool, claudeName, view.servers.get(key) ?? []).map((tool) =>
      // Without memory, so that nothing is kept of a caller.
      decide({ ...call, tool }, view, DEFAULT_POLICY, null, now.getTime()),
    )
  })
  return decisions.sort((one, other) => ACTIONS.indexOf(one.action) - ACTIONS.indexOf(other.action))[0]
}

export const hookClaudeCodeEndpoint = defineEndpoint('hookClaudeCode', hookClaudeCode)
