import { type Bench, BenchCannotRun, numberFlag, type Print } from '../bench'
import { faultsOf, linksOf } from './markup'

/** Addresses of one path with filters, a sort or a time: so many are followed, as they combine without end. */
const COMBINATIONS = 12
const AT_ONCE = 4
const SHOWN = 20

export interface Crawled {
  /** Pages of markup that answered 200, by address, with the faults of each. */
  pages: Map<string, string[]>
  /** Other answers of 200. */
  files: number
  /** What answered something else, with the status and a page that links there. */
  broken: { address: string; status: number; from: string }[]
  /** Addresses of other hosts, which are not asked. */
  elsewhere: number
  /** Whether all that was found was also asked. */
  isWhole: boolean
}

/**
 * Follows every link of a running service from its home page on and checks each page: no broken link, title,
 * description, canonical address, valid structured data, nothing that a strict policy refuses. Every address of the
 * sitemap must have been reached by links, unless `--most` ended the walk. Limits must be raised, since pages link to
 * the API (LIMIT_PAGES, LIMIT_KEYLESS, LIMIT_FREE).
 */
export const bench: Bench = {
  flags: { url: '', most: '20000' },
  async run(flags, print) {
    if (!flags.url) throw new BenchCannotRun('needs --url URL of a running service')
    const origin = new URL(flags.url).origin
    const crawled = await crawl(origin, numberFlag(flags, 'most'), print)
    const listed = await sitemapOf(origin)
    const unreached = listed.filter((address) => !crawled.pages.has(address))
    const faulty = [...crawled.pages].filter(([, faults]) => faults.length > 0)
    print(`${crawled.pages.size} pages, ${crawled.files} files, ${listed.length} in the sitemap`)
    for (const { address, status, from } of crawled.broken.slice(0, SHOWN)) print(`${status} ${address} from ${from}`)
    for (const [address, faults] of faulty.slice(0, SHOWN)) print(`${faults.join(', ')}: ${address}`)
    for (const address of unreached.slice(0, SHOWN)) print(`not reached: ${address}`)
    return {
      pages: crawled.pages.size,
      files: crawled.files,
      elsewhere: crawled.elsewhere,
      inSitemap: listed.length,
      isWhole: crawled.isWhole,
      broken: crawled.broken.length,
      faulty: faulty.length,
      unreached: unreached.length,
    }
  },
  hasFailed: ({ broken, faulty, unreached, isWhole }) =>
    broken !== 0 || faulty !== 0 || (isWhole === true && unreached !== 0),
}

/** Follows links from the home page, and asks at most `most` addresses. */
export async function crawl(origin: string, most: number, print: Print): Promise<Crawled> {
  const found = new Map([[`${origin}/`, 'the start']])
  const waiting = [`${origin}/`]
  const combinations = new Map<string, number>()
  const elsewhere = new Set<string>()
  const crawled: Crawled = { pages: new Map(), files: 0, broken: [], elsewhere: 0, isWhole: true }
  let asked = 0
  const follow = (address: string, from: string) => {
    if (found.has(address)) return
    if (new URL(address).origin !== origin) return elsewhere.add(address)
    if (!isFollowed(address, combinations)) return
    found.set(address, from)
    waiting.push(address)
  }
  const work = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      if (asked >= most) return
      asked += 1
      if (asked % 500 === 0) print(`${asked} asked, ${waiting.length} waiting, ${crawled.broken.length} broken`)
      const { status, html } = await ask(address)
      if (status !== 200) crawled.broken.push({ address, status, from: found.get(address) ?? '' })
      else if (html === undefined) crawled.files += 1
      else {
        crawled.pages.set(address, faultsOf(html))
        for (const link of linksOf(html, address)) follow(link, address)
      }
    }
  }
  while (waiting.length > 0 && asked < most) await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { ...crawled, elsewhere: elsewhere.size, isWhole: waiting.length === 0 }
}

function isFollowed(address: string, combinations: Map<string, number>): boolean {
  const { pathname, searchParams } = new URL(address)
  // Pages of a list lead to all that it has.
  if ([...searchParams.keys()].every((name) => name === 'page')) return true
  const count = (combinations.get(pathname) ?? 0) + 1
  combinations.set(pathname, count)
  return count <= COMBINATIONS
}

/** `html`: of a page; undefined: it is none. */
async function ask(address: string): Promise<{ status: number; html: string | undefined }> {
  const response = await fetch(address, { redirect: 'follow' })
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
  const text = await response.text()
  return { status: response.status, html: isPage ? text : undefined }
}

/** Every address of the sitemap, on the host that was asked. */
export async function sitemapOf(origin: string): Promise<string[]> {
  const parts = await locationsAt(`${origin}/sitemap.xml`, origin)
  const lists = await Promise.all(parts.map((part) => locationsAt(part, origin)))
  return lists.flat()
}

async function locationsAt(address: string, origin: string): Promise<string[]> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answers ${response.status}`)
  const text = await response.text()
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => {
    const { pathname } = new URL(url.replaceAll('&apos;', "'").replaceAll('&amp;', '&'))
    return `${origin}${pathname}`
  })
}
