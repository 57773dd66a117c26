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
  license: string | null
  /** Whether it was observed to be open to everybody: then it costs nothing. */
  isFree: boolean
  /** ISO 8601: when it was first listed here. */
  firstSeenAt: string
  baseUrl: string
}

/**
 * A server as schema.org SoftwareApplication. It has no rating in that vocabulary's sense: ratings there are given by
 * reviewers, and ours are measured.
 */
export function SoftwareApplication(props: SoftwareApplicationProps) {
  const { name, description, path, category, repository, license, isFree, firstSeenAt, baseUrl } = props
  return (
    <JsonLd
      data={{
        '@type': 'SoftwareApplication',
        name,
        ...(description !== '' && { description }),
        url: `${baseUrl}${path}`,
        applicationCategory: 'DeveloperApplication',
        ...(category !== null && { applicationSubCategory: category }),
        operatingSystem: 'Any',
        ...(isHttpAddress(repository) && { sameAs: repository }),
        ...(license !== null && { license }),
        ...(isFree && { isAccessibleForFree: true, offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' } }),
        datePublished: firstSeenAt,
      }}
    />
  )
}

function isHttpAddress(text: string | null): boolean {
  return text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
