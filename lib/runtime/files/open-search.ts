import { escapeXml } from '../../api/sitemap/sitemap-xml'
import { mountTextFile } from './text-file'

/** The description with which a browser offers to search here from its address bar (OpenSearch 1.1). */
export function openSearch(baseUrl: string): string {
  const base = escapeXml(baseUrl)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    '<ShortName>Assay</ShortName>',
    '<Description>Find MCP servers and tools, and whether they work now</Description>',
    '<InputEncoding>UTF-8</InputEncoding>',
    `<Image width="180" height="180" type="image/png">${base}/apple-touch-icon.png</Image>`,
    `<Url type="text/html" template="${base}/search?q={searchTerms}"/>`,
    `<Url type="application/opensearchdescription+xml" rel="self" template="${base}/opensearch.xml"/>`,
    '</OpenSearchDescription>',
    '',
  ].join('\n')
}

/** /opensearch.xml */
export const mountOpenSearch = () =>
  mountTextFile('application/opensearchdescription+xml', ({ baseUrl }) => openSearch(baseUrl))
