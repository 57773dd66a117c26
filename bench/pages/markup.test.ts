import { expect, test } from 'vitest'
import { faultsOf, linksOf, structuredDataOf } from './markup'

const HEAD =
  '<title>A</title><meta name="description" content="Some words"/><link rel="canonical" href="http://a.example/"/>'

test('links are whole, decoded, and without fragments; those within data are none', () => {
  const html =
    '<a class="x" href="/search?q=a&amp;b=c#top">a</a><a href="mailto:a@b.example">b</a><form method="get" action="/search">' +
    '<script type="application/ld+json">{"a":"<a href=\\"/no\\">"}</script><a href="http://[">c</a>'
  expect(linksOf(html, 'http://a.example/b')).toEqual(['http://a.example/search?q=a&b=c', 'http://a.example/search'])
})

test('a whole page has no faults', () => {
  const data = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Dataset"}</script>'
  expect(
    faultsOf(`${HEAD}${data}<script type="module" src="/a.js"></script><p title="onclick=1 style=2">x</p>`),
  ).toEqual([])
  expect(structuredDataOf(data)).toEqual([{ '@context': 'https://schema.org', '@type': 'Dataset' }])
})

test.each([
  ['<title></title>', ['no title', 'no description', 'no canonical address']],
  ['<title>A</title><meta name="robots" content="noindex"/>', ['no description']],
  [`${HEAD}<script>x</script><style>a{}</style>`, ['inline script', 'inline style']],
  [`${HEAD}<p style="a" onclick="b">`, ['attribute style', 'attribute onclick']],
  [`${HEAD}<script type="application/ld+json">{</script>`, ['structured data that is not JSON']],
  [`${HEAD}<script type="application/ld+json">{}</script>`, ['structured data without context or type']],
])('faults of %j', (html, faults) => {
  expect(faultsOf(html)).toEqual(faults)
})
