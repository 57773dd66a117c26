/** Data of schema.org, as an object with its type. */
export interface StructuredItem {
  '@type': string
  [property: string]: unknown
}

/** Structured data of a page. `<` is escaped, so that no text can end the script element. */
export function JsonLd({ data }: { data: StructuredItem }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every < escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
