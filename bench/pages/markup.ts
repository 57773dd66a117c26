/** Reading the markup of our own pages, whose attributes always have double quotes. */

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

function decoded(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#x27|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

/** The text of structured data and of scripts taken out: it holds no elements. */
function withoutScripts(html: string): string {
  return html.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
}

/** Addresses that a page links to, whole, without fragments; of other hosts too. */
export function linksOf(html: string, address: string): string[] {
  const links = [...withoutScripts(html).matchAll(/<(?:a|area|link|form)\b[^>]*?\s(?:href|action)="([^"]*)"/g)]
  return links.flatMap(([, href = '']) => {
    if (!URL.canParse(decoded(href), address)) return []
    const url = new URL(decoded(href), address)
    url.hash = ''
    return /^https?:$/.test(url.protocol) ? [url.href] : []
  })
}

/** Every structured datum of a page, parsed; throws where one is not JSON. */
export function structuredDataOf(html: string): Record<string, unknown>[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, json = '']) => JSON.parse(json) as Record<string, unknown>)
}

/** What a page lacks or has although it must not, in words, each once. */
export function faultsOf(html: string): string[] {
  const isIndexed = !/<meta name="robots" content="[^"]*noindex/.test(html)
  const lacks = [
    ...(/<title>[^<]+<\/title>/.test(html) ? [] : ['no title']),
    ...(/<meta name="description" content="[^"]{3,}"/.test(html) ? [] : ['no description']),
    ...(!isIndexed || /<link rel="canonical" href="[^"]+"/.test(html) ? [] : ['no canonical address']),
  ]
  return [...new Set([...lacks, ...inlineCodeOf(html), ...structureFaultsOf(html)])]
}

/** What a strict policy for scripts and styles would refuse. */
function inlineCodeOf(html: string): string[] {
  const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].filter(
    ([, given = '']) => !given.includes(' src="') && !given.includes('application/ld+json'),
  )
  const tags = withoutScripts(html).match(/<[a-z][^>]*>/g) ?? []
  const attributes = tags.flatMap((tag) => [...tag.replaceAll(/"[^"]*"/g, '""').matchAll(/\s(style|on[a-z]+)=/g)])
  return [
    ...scripts.map(() => 'inline script'),
    ...[...html.matchAll(/<style\b/g)].map(() => 'inline style'),
    ...attributes.map(([, name]) => `attribute ${name}`),
  ]
}

function structureFaultsOf(html: string): string[] {
  try {
    return structuredDataOf(html).flatMap((data) =>
      data['@context'] === 'https://schema.org' && typeof data['@type'] === 'string'
        ? []
        : ['structured data without context or type'],
    )
  } catch {
    return ['structured data that is not JSON']
  }
}
