import type { CatalogTool, ToolAnnotations } from 'assay-verify/catalog-tool'
import { cleanSchema } from 'assay-verify/json-schema/clean-schema'
import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { toolIdOf } from 'assay-verify/subject-id'
import { MOST_LIVE_TOOLS } from '../core/catalog/tool-room'
import type { Adjustment, Adjustments } from './adjustments'
import { faultOfId, membersOf, readDescription, readTitle } from './intake'
import type { Rejection } from './source'

/**
 * The tools of a server, each name once; of two with one name the first counts, as in a server's own listing. An
 * invalid tool is a rejection and does not affect the others. `at` names the server in reports.
 */
export function readTools(
  value: unknown,
  serverId: string,
  at: string,
  adjusted: Adjustments,
  rejected: Rejection[],
): CatalogTool[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    adjusted.add('field_dropped')
    return []
  }
  const byName = new Map<string, CatalogTool>()
  for (const [index, item] of value.slice(0, MOST_LIVE_TOOLS).entries()) {
    const tool = readTool(item, serverId, adjusted)
    if (typeof tool === 'string') rejected.push({ at: `${at}, tool ${index + 1}`, why: tool })
    else if (byName.has(tool.name)) adjusted.add('duplicate_tool')
    else byName.set(tool.name, tool)
  }
  if (value.length > MOST_LIVE_TOOLS) adjusted.add('tools_cut', value.length - MOST_LIVE_TOOLS)
  return [...byName.values()]
}

/** The tool, or why it is invalid. */
function readTool(value: unknown, serverId: string, adjusted: Adjustments): CatalogTool | string {
  const { name, title, description, inputSchema, outputSchema, annotations } = membersOf(value)
  if (typeof name !== 'string' || name === '') return 'a tool without a name'
  // Clients call a tool by its name, so the name is never changed.
  const fault = faultOfId(toolIdOf(serverId, name))
  if (fault !== undefined) return `its tool id cannot be used: ${fault}`
  return {
    name,
    title: readTitle(title, adjusted),
    description: readDescription(description, adjusted),
    inputSchema: readSchema(inputSchema, adjusted),
    outputSchema: readSchema(outputSchema, adjusted),
    annotations: readAnnotations(annotations, adjusted),
  }
}

type SchemaChangeKind = ReturnType<typeof cleanSchema>['changes'][number]['kind']

const ADJUSTMENT_BY_CHANGE = {
  not_an_object: 'schema_dropped',
  name_dropped: 'schema_name_dropped',
  value_dropped: 'schema_value_dropped',
  depth_capped: 'schema_depth_capped',
  nodes_capped: 'schema_nodes_capped',
  enum_capped: 'schema_enum_capped',
  text_cleaned: 'schema_text_cleaned',
  secret_redacted: 'schema_secret_redacted',
  schema_reduced: 'schema_reduced',
} as const satisfies Record<SchemaChangeKind, Adjustment>

/** The cleaned schema. Each kind of change is counted once for each schema. */
function readSchema(value: unknown, adjusted: Adjustments): JsonSchema | null {
  const { schema, changes } = cleanSchema(value)
  for (const kind of new Set(changes.map((change) => change.kind))) adjusted.add(ADJUSTMENT_BY_CHANGE[kind])
  return schema
}

const HINTS = [
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
] as const satisfies (keyof ToolAnnotations)[]

function readAnnotations(value: unknown, adjusted: Adjustments): ToolAnnotations | null {
  if (value === undefined || value === null) return null
  const given = membersOf(value)
  const annotations: ToolAnnotations = {}
  const title = readTitle(given.title, adjusted)
  if (title !== null) annotations.title = title
  for (const hint of HINTS) {
    const flag = given[hint]
    if (typeof flag === 'boolean') annotations[hint] = flag
  }
  const dropped = Object.keys(given).length - Object.keys(annotations).length
  if (dropped > 0) adjusted.add('annotation_dropped', dropped)
  return Object.keys(annotations).length === 0 ? null : annotations
}
