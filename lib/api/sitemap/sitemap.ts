import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { chunksOf } from 'assay-verify/chunks'
import { idToPath } from 'assay-verify/subject-id'
import { PAGES } from '../../contract/pages'
import { CATEGORIES } from '../../core/catalog/taxonomy'
import type { Database } from '../../store/database'
import {
  findCategoryChange,
  type SitemapPage,
  type SitemapStep,
  stepCheckedProducts,
  stepCheckedServers,
  stepRatedServers,
  stepRatedTools,
} from '../../store/listings/sitemap-pages'
import type { Context } from '../context'
import { listReplaceable } from '../operations/alternatives'
import { type SitemapUrl, sitemapIndex, urlSet } from './sitemap-xml'

/** Of the 50,000 that the protocol allows: a part of this size is one and a half megabytes. */
const URLS_PER_PART = 10_000
/** Rows that one statement looks at. */
const STEP = 1000
/** Of these so many are filtered between two turns of the event loop. */
const FILTERED_AT_ONCE = 20
/** How long the places where parts begin stay as they are. */
const CACHED_MS = 600_000

interface Kind {
  path: string
  step(db: Database, after: string, looked: number): Promise<SitemapStep>
  /** Which of the pages found are listed; left out: all. */
  filter?(ids: readonly string[], context: Context): Promise<ReadonlySet<string>>
}

/** The long lists, by the word that their parts have in their names. */
const KINDS = {
  products: { path: '/product/', step: stepCheckedProducts },
  servers: { path: '/server/', step: stepCheckedServers },
  tools: { path: '/tool/', step: stepRatedTools },
  alternatives: { path: '/alternatives/', step: stepRatedServers, filter: listReplaceable },
} as const satisfies Record<string, Kind>
type KindName = keyof typeof KINDS
const isKindName = (name: string | undefined): name is KindName => name !== undefined && Object.hasOwn(KINDS, name)

/** A part of a list: the id after which it begins, and the newest change within it. */
interface Part {
  after: string
  changedAt: Date
}

interface SitemapLimits {
  urlsPerPart: number
}

/** The index of all parts, as XML. */
export async function sitemapOfAll(context: Context, limits?: SitemapLimits): Promise<string> {
  const entries: SitemapUrl[] = [{ url: partUrl(context.baseUrl, 'pages') }]
  for (const name of Object.keys(KINDS) as KindName[]) {
    const parts = await partsOf(name, context, limits)
    for (const [at, { changedAt }] of parts.entries())
      entries.push({ url: partUrl(context.baseUrl, `${name}-${at + 1}`), changedAt })
  }
  return sitemapIndex(entries)
}

/**
 * A part by its name, `pages`, `servers-1`, `tools-1` and so on, as XML; undefined: there is none of this name. A
 * server is in it where it can be called and a check found something, a tool where it has a grade, and the alternatives
 * of a server with a grade where some are known; the time of each is that of the last change of what its page says.
 */
export async function sitemapPart(name: string, context: Context, limits?: SitemapLimits): Promise<string | undefined> {
  if (name === 'pages') return urlSet(await plainPages(context))
  const { kind, number } = /^(?<kind>[a-z]+)-(?<number>[1-9]\d{0,3})$/.exec(name)?.groups ?? {}
  if (!isKindName(kind)) return undefined
  const part = (await partsOf(kind, context, limits))[Number(number) - 1]
  if (part === undefined) return undefined
  const { urlsPerPart = URLS_PER_PART } = limits ?? {}
  const entries: SitemapUrl[] = []
  for await (const { id, changedAt } of pagesAfter(KINDS[kind], part.after, context)) {
    entries.push({ url: `${context.baseUrl}${KINDS[kind].path}${idToPath(id)}`, changedAt })
    if (entries.length === urlsPerPart) break
  }
  return urlSet(entries)
}

function partUrl(baseUrl: string, name: string): string {
  return `${baseUrl}/sitemap-${name}.xml`
}

async function plainPages({ reads: { db }, baseUrl }: Context): Promise<SitemapUrl[]> {
  const entries: SitemapUrl[] = Object.values(PAGES).flatMap(({ path, isInSitemap }) =>
    isInSitemap ? [{ url: `${baseUrl}${path}` }] : [],
  )
  for (const { slug } of CATEGORIES)
    entries.push({ url: `${baseUrl}/category/${slug}`, changedAt: await findCategoryChange(db, slug) })
  return entries
}

/** Where each part begins. One walk over the whole list, kept for a while. */
function partsOf(name: KindName, context: Context, limits?: SitemapLimits): Promise<Part[]> {
  const { urlsPerPart = URLS_PER_PART } = limits ?? {}
  return context.memo.recent(`sitemap-${name}`, CACHED_MS, context.now, async () => {
    const parts: Part[] = []
    let inPart = urlsPerPart
    let before = ''
    for await (const { id, changedAt } of pagesAfter(KINDS[name], '', context)) {
      const current = parts.at(-1)
      if (current === undefined || inPart === urlsPerPart) {
        parts.push({ after: before, changedAt })
        inPart = 0
      } else if (changedAt > current.changedAt) current.changedAt = changedAt
      inPart += 1
      before = id
    }
    return parts
  })
}

async function* pagesAfter({ step, filter }: Kind, first: string, context: Context): AsyncGenerator<SitemapPage> {
  let after: string | null = first
  while (after !== null) {
    const { pages, last }: SitemapStep = await step(context.reads.db, after, STEP)
    if (filter === undefined) yield* pages
    else
      for (const some of chunksOf(pages, FILTERED_AT_ONCE)) {
        await nextEventLoopTurn()
        const ids = some.map(({ id }) => id)
        const listed = await filter(ids, context)
        yield* some.filter(({ id }) => listed.has(id))
      }
    after = last
  }
}
