import type { JsonSchema } from 'assay-verify/json-schema/json-value'

/** What a source says of a listed tool or server: the texts it is found and compared by. */
export interface SubjectDescription {
  id: string
  kind: 'server' | 'tool'
  serverId: string
  name: string
  title: string | null
  description: string
  /** null: it declares none. */
  inputSchema: JsonSchema | null
  serverTitle: string
  serverDescription: string
}
