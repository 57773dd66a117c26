import { crawl } from './crawl'

/** Asked at most to find a page of each kind. */
const ASKED = 120

/** One page of each kind that links lead to, by the first part of its path: `home`, `server`, `category` and so on, and a page of something that does not exist. */
export async function samplePages(origin: string): Promise<Map<string, string>> {
  const { pages } = await crawl(origin, ASKED, () => undefined)
  const samples = new Map<string, string>()
  for (const address of pages.keys()) {
    const { pathname, search } = new URL(address)
    const [, kind = '', ...rest] = pathname.split('/')
    const name = kind === '' ? 'home' : rest.length === 0 ? kind : `${kind} of one`
    if (search === '' && !samples.has(name)) samples.set(name, pathname)
  }
  return samples.set('search with results', '/search?q=read+a+file')
}
