import type { CatalogTool, ToolAnnotations } from '../catalog-tool.ts'
import { digestOf } from '../leaves/leaf.ts'
import { canonicalPart, DECLARED_PARTS, type DeclaredContent, type DeclaredPart } from './declared-part.ts'
import { schemaContent } from './schema-content.ts'

/** The parts of a tool of which each has a digest, in the order in which answers list them. */
export const TOOL_PARTS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const
export type ToolPart = (typeof TOOL_PARTS)[number]

/** Digests of one tool by part; null: the tool has no such part, or an empty one. */
export type ToolDigests = { name: string } & Record<ToolPart, string | null>

/**
 * Digests of what a server declares, part by part. Its own digest is what a `declarations` leaf of the log names. Each
 * digest is `sha256:` and the lower-case hex of SHA-256 over the canonical JSON of the content as it is stored:
 * cleaned, and cut where the service cuts it.
 */
export interface ServerDigests {
  v: 1
  /** The version it gives in its handshake; null: none, or no handshake was seen. */
  version: string | null
  /** Its tools in the order of their names (UTF-16 units); null: it has not listed its tools itself. */
  tools: ToolDigests[] | null
  /**
   * What it declares besides tools. null: it was not read yet, it was cut so that it cannot be compared, or the
   * handshake has no such part.
   */
  parts: Record<DeclaredPart, string | null>
}

/** What is known of a server when its digests are computed. */
export interface Declared {
  /** The tools of its newest own listing; null: none yet. */
  tools: readonly CatalogTool[] | null
  /** What it declares besides tools; null: not read yet. */
  declarations: DeclaredContent | null
}

/**
 * Equal content gives equal digests: the order of keys, tools, list entries and sets in schemas does not matter, nor
 * null instead of an absent member.
 */
export function serverDigests({ tools, declarations }: Declared): ServerDigests {
  return {
    v: 1,
    version: declarations?.serverInfo?.version ?? null,
    tools: tools === null ? null : listDigests(tools.map(toolDigests)),
    parts: partDigests(declarations),
  }
}

/**
 * Tools in the order of `ServerDigests`; of two with one name the first. For readers that keep the digests of single
 * tools.
 */
export function listDigests(tools: readonly ToolDigests[]): ToolDigests[] {
  const firstOf = new Map(tools.toReversed().map((tool) => [tool.name, tool]))
  return [...firstOf.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

export function toolDigests(tool: CatalogTool): ToolDigests {
  const { title: annotationTitle, ...hints } = tool.annotations ?? {}
  return {
    name: tool.name,
    title: digestOfContent(members({ title: tool.title, annotation: annotationTitle })),
    description: digestOfContent(tool.description),
    inputSchema: tool.inputSchema ? digestOf(schemaContent(tool.inputSchema)) : null,
    outputSchema: tool.outputSchema ? digestOf(schemaContent(tool.outputSchema)) : null,
    annotations: digestOfContent(members(hints satisfies ToolAnnotations)),
  }
}

function partDigests(declared: DeclaredContent | null): Record<DeclaredPart, string | null> {
  const digestOfPart = (part: DeclaredPart): string | null => {
    if (declared === null || declared.cut.includes(part)) return null
    const content = canonicalPart(declared, part)
    return content === null || content === undefined ? null : digestOf(content)
  }
  return Object.fromEntries(DECLARED_PARTS.map((part) => [part, digestOfPart(part)])) as ServerDigests['parts']
}

/** null where there is nothing: no text, no member. */
function digestOfContent(content: string | object): string | null {
  const isEmpty = typeof content === 'string' ? content === '' : Object.keys(content).length === 0
  return isEmpty ? null : digestOf(content)
}

/** The members that say something. */
function members(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined))
}
