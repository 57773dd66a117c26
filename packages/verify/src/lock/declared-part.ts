/** The parts of what a server declares besides its tools, in the order in which answers list them. */
export const DECLARED_PARTS = [
  'instructions',
  'serverInfo',
  'capabilities',
  'extensions',
  'prompts',
  'resources',
  'templates',
  'skills',
  'card',
] as const

export type DeclaredPart = (typeof DECLARED_PARTS)[number]

interface Named {
  name: string
}
interface Addressed {
  uri: string
}

/** What a server declares besides its tools, by part; null: not read. */
export interface DeclaredContent
  extends Record<Exclude<DeclaredPart, 'prompts' | 'resources' | 'templates' | 'skills'>, unknown> {
  serverInfo: { version: string | null } | null
  prompts: readonly Named[] | null
  resources: readonly Addressed[] | null
  templates: readonly Addressed[] | null
  skills: readonly Addressed[] | null
  /** Parts that were cut: what they lack may still exist. */
  cut: readonly DeclaredPart[]
}

/**
 * The part in its canonical form: lists in the order of their names, so that only a change of content changes the
 * digest. null: not read.
 */
export function canonicalPart(declared: DeclaredContent, part: DeclaredPart): unknown {
  switch (part) {
    case 'prompts':
      return declared.prompts?.toSorted(byText(({ name }) => name)) ?? null
    case 'resources':
    case 'templates':
    case 'skills':
      return declared[part]?.toSorted(byText(({ uri }) => uri)) ?? null
    default:
      return declared[part]
  }
}

/** The order of texts by their UTF-16 units. */
export const byText =
  <Item>(textOf: (item: Item) => string) =>
  (a: Item, b: Item) =>
    textOf(a) < textOf(b) ? -1 : 1
