import { JsonLd } from './json-ld'

interface SoftwareApplicationProps {
  name: string
  description: string
  /** Path of its page. */
  path: string
  /** Name of its first category; null: it has none. */
  category: string | null
  /** Address of its repository; null: not known. */
  repository: string | null
  /** Page of its licence at SPDX; null: not known, or none of SPDX's. */
  licence: string | null
  /** Its newest version, and when that was published as an ISO 8601 instant; null: not known. */
  version: string | null
  releasedAt: string | null
  /** Whether it was observed to be open to everybody. */
  isFree: boolean
  /** ISO 8601: the newest evidence that its page shows; null: none yet. */
  checkedAt: string | null
  baseUrl: string
}

/**
 * A server as schema.org SoftwareApplication, of which nothing is guessed. It has no rating in that vocabulary's sense:
 * ratings there are given by reviewers, and ours are measured.
 */
export function SoftwareApplication(props: SoftwareApplicationProps) {
  const { name, description, path, category, repository, licence, version, releasedAt, isFree, checkedAt } = props
  const url = `${props.baseUrl}${path}`
  return (
    <JsonLd
      data={{
        '@type': 'SoftwareApplication',
        name,
        ...(description !== '' && { description }),
        url,
        ...(checkedAt !== null && { mainEntityOfPage: { '@type': 'WebPage', '@id': url, dateModified: checkedAt } }),
        applicationCategory: 'DeveloperApplication',
        ...(category !== null && { applicationSubCategory: category }),
        operatingSystem: 'Any',
        ...(isHttpAddress(repository) && { sameAs: repository }),
        ...(licence !== null && { license: licence }),
        ...(version !== null && { softwareVersion: version }),
        ...(releasedAt !== null && { dateModified: releasedAt }),
        ...(isFree && { isAccessibleForFree: true }),
      }}
    />
  )
}

function isHttpAddress(text: string | null): boolean {
  return text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
