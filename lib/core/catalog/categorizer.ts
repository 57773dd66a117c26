import type { CategorySlug } from './taxonomy'

/** What a subject says about itself and where it lives. A server has no texts in the server half. */
export interface CategorySubject {
  name: string
  title: string | null
  description: string
  serverTitle: string
  serverDescription: string
  /** The catalog's label, or null. */
  categoryHint: string | null
  tags: readonly string[]
  /** Of a server: the tools it offers, which say what it is for. */
  tools?: readonly { name: string; description: string }[]
}

/** The categories of a subject: one or two slugs, the likelier first; only `other` when nothing speaks for any. */
export type Categorizer = (subject: CategorySubject) => CategorySlug[]
