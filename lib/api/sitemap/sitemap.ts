import { idToPath } from 'assay-verify/subject-id'
import { PAGES } from '../../contract/pages'
import { CATEGORIES } from '../../core/catalog/taxonomy'
import {
  findCategoryChange,
  type SitemapPage,
  type SitemapStep,
  stepCallableServers,
  stepRatedTools,
} from '../../store/catalog/sitemap-pages'
import type { Database } from '../../store/database'
import type { Context } from '../context'
import { type SitemapUrl, sitemapIndex, urlSet } from './sitemap-xml'

type SitemapContext = Pick<Context, 'db' | 'memo' | 'now' | 'baseUrl'>

/** Of the 50,000 that the protocol allows: a part of this size is one and a half megabytes. */
const URLS_PER_PART = 10_000
/** Rows that one statement looks at. */
const STEP = 1000
/** How long the places where parts begin stay as they are. */
const CACHED_MS = 600_000

interface Kind {
  path: string
  step(db: Database, after: string, looked: number): Promise<SitemapStep>
}

/** The long lists, by the word that their parts have in their names. */
const KINDS = {
  servers: { path: '/server/', step: stepCallableServers },
  tools: { path: '/tool/', step: stepRatedTools },
} as const satisfies Record<string, Kind>
type KindName = keyof typeof KINDS

/** A part of a list: the id after which it begins, and the newest change within it. */
interface Part {
  after: string
  changedAt: Date
}

interface SitemapLimits {
  urlsPerPart: number
}

/** The index of all parts, as XML. */
export async function sitemapOfAll(context: SitemapContext, limits?: SitemapLimits): Promise<string> {
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
 * server is in it where it can be called, a tool where it has a grade; the time of each is that of the last change of
 * what its page says.
 */
export async function sitemapPart(
  name: string,
  context: SitemapContext,
  limits?: SitemapLimits,
): Promise<string | undefined> {
  if (name === 'pages') return urlSet(await plainPages(context))
  const { kind, number } = /^(?<kind>[a-z]+)-(?<number>[1-9]\d{0,3})$/.exec(name)?.groups ?? {}
  if (kind !== 'servers' && kind !== 'tools') return undefined
  const part = (await partsOf(kind, context, limits))[Number(number) - 1]
  if (part === undefined) return undefined
  const { urlsPerPart = URLS_PER_PART } = limits ?? {}
  const entries: SitemapUrl[] = []
  for await (const { id, changedAt } of pagesAfter(KINDS[kind], part.after, context.db)) {
    entries.push({ url: `${context.baseUrl}${KINDS[kind].path}${idToPath(id)}`, changedAt })
    if (entries.length === urlsPerPart) break
  }
  return urlSet(entries)
}

function partUrl(baseUrl: string, name: string): string {
  return `${baseUrl}/sitemap-${name}.xml`
}

async function plainPages({ db, baseUrl }: SitemapContext): Promise<SitemapUrl[]> {
  const entries: SitemapUrl[] = Object.values(PAGES).flatMap(({ path, isInSitemap }) =>
    isInSitemap ? [{ url: `${baseUrl}${path}` }] : [],
  )
  for (const { slug } of CATEGORIES)
    entries.push({ url: `${baseUrl}/category/${slug}`, changedAt: await findCategoryChange(db, slug) })
  return entries
}

/** Where each part begins. One walk over the whole list, kept for a while. */
function partsOf(name: KindName, { db, memo, now }: SitemapContext, limits?: SitemapLimits): Promise<Part[]> {
  const { urlsPerPart = URLS_PER_PART } = limits ?? {}
  return memo.recent(`sitemap-${name}`, CACHED_MS, now, async () => {
    const parts: Part[] = []
    let inPart = urlsPerPart
    let before = ''
    for await (const { id, changedAt } of pagesAfter(KINDS[name], '', db)) {
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

async function* pagesAfter({ step }: Kind, first: string, db: Database): AsyncGenerator<SitemapPage> {
  let after: string | null = first
  while (after !== null) {
    const { pages, last }: SitemapStep = await step(db, after, STEP)
    yield* pages
    after = last
  }
}
