import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { AgentIdentity } from '../upstream/upstream.ts'
import { isMembers } from './members.ts'

export const UNKNOWN_AGENT: AgentIdentity = { info: { name: 'unknown', version: '0' }, capabilities: {}, era: 'legacy' }

/** Who sends a message, where it says so: a handshake does, and without one each request does. null: it does not. */
export function identityIn(message: unknown): AgentIdentity | null {
  const params = isMembers(message) && isMembers(message.params) ? message.params : {}
  const meta = isMembers(params._meta) ? params._meta : {}
  if (CLIENT_CAPABILITIES_META_KEY in meta)
    return identity(meta[CLIENT_INFO_META_KEY], meta[CLIENT_CAPABILITIES_META_KEY], 'modern')
  const isHandshake = isMembers(message) && message.method === 'initialize'
  return isHandshake ? identity(params.clientInfo, params.capabilities, 'legacy') : null
}

function identity(info: unknown, capabilities: unknown, era: AgentIdentity['era']): AgentIdentity {
  const { name, version } = isMembers(info) ? info : {}
  const isNamed = typeof name === 'string' && typeof version === 'string'
  return {
    info: isNamed ? { ...(isMembers(info) && info), name, version } : UNKNOWN_AGENT.info,
    capabilities: isMembers(capabilities) ? capabilities : {},
    era,
  }
}
