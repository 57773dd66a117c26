import type { CategorySlug } from './taxonomy'

/** A subject's own texts and those of its server. A server has no texts in the server half. */
export interface CategorySubject {
  name: string
  title: string | null
  description: string
  serverTitle: string
  serverDescription: string
  /** The catalog's label, or null. */
  categoryHint: string | null
  tags: readonly string[]
  /** Of a server: its tools, which show what it is for. */
  tools?: readonly { name: string; description: string }[]
}

/**
 * The categories of a subject: one or two slugs, the likelier first; only `other` when there is no evidence for any.
 */
export type Categorizer = (subject: CategorySubject) => CategorySlug[]
