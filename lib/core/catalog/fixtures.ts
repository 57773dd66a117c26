/**
 * Registries whose entries were made to measure how well tools are chosen: nobody offers them. Answers of the API have
 * them, pages and sitemaps do not.
 */
export const FIXTURE_REGISTRIES = ['bfcl', 'metatool'] as const

/** Whether the server or tool of this id is such an entry. */
export function isFixture(id: string): boolean {
  return FIXTURE_REGISTRIES.some((registry) => id.startsWith(`${registry}/`))
}
