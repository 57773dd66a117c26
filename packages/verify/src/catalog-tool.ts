import type { JsonSchema } from './json-schema/json-value.ts'

export interface ToolAnnotations {
  title?: string
  readOnlyHint?: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
  openWorldHint?: boolean
}

/** A tool as a catalog or a server's own listing describes it. `name` is exactly what a client must call. */
export interface CatalogTool {
  name: string
  title: string | null
  description: string
  inputSchema: JsonSchema | null
  outputSchema: JsonSchema | null
  annotations: ToolAnnotations | null
}
