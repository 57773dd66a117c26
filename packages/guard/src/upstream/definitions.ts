import type {
  Implementation,
  Prompt,
  Resource,
  ResourceTemplateType,
  ServerCapabilities,
  Tool,
} from '@modelcontextprotocol/client'

/** What a server declared when it was last asked: what the agent is shown while it does not run. */
export interface Definitions {
  /** When it was read, in ms since 1970. */
  readAt: number
  /** Which generation of the protocol it spoke: without a handshake since 2026-07-28, with one before. */
  era: 'legacy' | 'modern'
  protocolVersion: string
  serverInfo: Implementation | null
  capabilities: ServerCapabilities
  instructions: string | null
  /** In the order of the server; of a name that it lists twice, the first. null: it has none of the kind. */
  tools: readonly Tool[] | null
  prompts: readonly Prompt[] | null
  resources: readonly Resource[] | null
  resourceTemplates: readonly ResourceTemplateType[] | null
}

export const DEFINED = ['tools', 'prompts', 'resources', 'resourceTemplates'] as const
export type Defined = (typeof DEFINED)[number]
