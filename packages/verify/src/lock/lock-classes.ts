import type { DeclaredPart } from './declared-part.ts'
import type { ToolPart } from './server-digests.ts'

interface LockClass {
  /** For readers of a report. */
  title: string
  /** What of each tool it covers. */
  toolParts: readonly (ToolPart | 'inputSchemaAsWritten')[]
  /** What of the server it covers. */
  parts: readonly DeclaredPart[]
  /** Whether it counts where nobody chose. */
  isDefault: boolean
}

/** The kinds of differences that a check can be limited to. */
export const LOCK_CLASSES = {
  tools: { title: 'Tools added or removed', toolParts: [], parts: [], isDefault: true },
  description: {
    title: 'Description or title of a tool changed',
    toolParts: ['description', 'title'],
    parts: [],
    isDefault: true,
  },
  schema: {
    title: 'Input or output schema of a tool changed',
    toolParts: ['inputSchema', 'inputSchemaAsWritten', 'outputSchema'],
    parts: [],
    isDefault: true,
  },
  annotations: { title: 'Annotations of a tool changed', toolParts: ['annotations'], parts: [], isDefault: true },
  instructions: { title: 'Instructions changed', toolParts: [], parts: ['instructions'], isDefault: true },
  prompts: { title: 'Prompts changed', toolParts: [], parts: ['prompts'], isDefault: true },
  resources: {
    title: 'Resources or resource templates changed',
    toolParts: [],
    parts: ['resources', 'templates'],
    isDefault: true,
  },
  skills: { title: 'Skills changed', toolParts: [], parts: ['skills'], isDefault: true },
  // A release changes these: whoever wants to hear of every release chooses it.
  server: {
    title: 'Version, name, capabilities, extensions or card changed',
    toolParts: [],
    parts: ['serverInfo', 'capabilities', 'extensions', 'card'],
    isDefault: false,
  },
} as const satisfies Record<string, LockClass>

export type LockClassName = keyof typeof LOCK_CLASSES
export const LOCK_CLASS_NAMES = Object.keys(LOCK_CLASSES) as LockClassName[]
export const DEFAULT_LOCK_CLASSES: ReadonlySet<LockClassName> = new Set(
  LOCK_CLASS_NAMES.filter((name) => LOCK_CLASSES[name].isDefault),
)

/** The classes that a comma-separated text names; the first word that is none is answered instead. */
export function lockClassesIn(text: string): ReadonlySet<LockClassName> | { unknown: string } {
  const words = text.split(',').map((word) => word.trim())
  const unknown = words.find((word) => !LOCK_CLASS_NAMES.some((name) => name === word))
  return unknown === undefined ? new Set(LOCK_CLASS_NAMES.filter((name) => words.includes(name))) : { unknown }
}
