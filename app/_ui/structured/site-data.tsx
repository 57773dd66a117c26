import { JsonLd } from './json-ld'

/** The site as schema.org WebSite, with its search, and who runs it as Organization. */
export function SiteData({ baseUrl }: { baseUrl: string }) {
  const organization = { '@type': 'Organization', '@id': `${baseUrl}/#organization` }
  return (
    <>
      <JsonLd
        data={{
          '@type': 'WebSite',
          name: 'Assay',
          url: `${baseUrl}/`,
          publisher: { '@id': organization['@id'] },
          potentialAction: {
            '@type': 'SearchAction',
            target: { '@type': 'EntryPoint', urlTemplate: `${baseUrl}/search?q={search_term_string}` },
            'query-input': 'required name=search_term_string',
          },
        }}
      />
      <JsonLd data={{ ...organization, name: 'Assay', url: `${baseUrl}/`, logo: `${baseUrl}/apple-touch-icon.png` }} />
    </>
  )
}
