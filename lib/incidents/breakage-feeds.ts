import { idToPath } from 'assay-verify/subject-id'
import { Feed, type Item } from 'feed'
import type { Context } from '../api/context'
import { unknownTool } from '../api/get-rating'
import { getCategory } from '../api/operations/category'
import { cleanLine } from '../core/text/hostile-text'
import { breakageLabel } from '../core/verdict/breakage'
import { listServerKeys } from '../store/catalog/profiles'
import type { IncidentRecord } from './contract/breakages'
import { listIncidentRecords } from './incident-records'
import { causeText, incidentTitle, lastedText } from './rules/incident-text'

const CACHED_MS = 30_000
const MOST_ITEMS = 100
/** Of a title or a sentence, in code points; an address inside is never longer. */
const LONGEST_TEXT = 2000

/** What a feed is about: all, some servers, or one category. */
interface FeedSubject {
  server?: readonly string[] | undefined
  category?: string | undefined
}

/**
 * What broke and what recovered, for feed readers; that about everything and about each category is built once for its
 * three formats and all callers. Throws `unknown_tool` and `unknown_category`.
 */
export async function breakageFeed({ server, category }: FeedSubject, context: Context): Promise<Feed> {
  const known = category === undefined ? undefined : getCategory(category)
  const build = async () => {
    const about = { serverIds: server, category: known?.slug }
    const [open, past] = [
      await listIncidentRecords(context.reads.db, { state: 'open', ...about }, MOST_ITEMS),
      await listIncidentRecords(context.reads.db, { state: 'past', ...about }, MOST_ITEMS),
    ]
    const incidents = [...open, ...past]
    const query = new URLSearchParams([
      ...(server ?? []).map((id) => ['server', id]),
      ...(known === undefined ? [] : [['category', known.slug]]),
    ])
    const subject = server === undefined || server.length === 1 ? server?.[0] : `${server.length} servers`
    const name = [subject, known?.name].filter((part) => part !== undefined).join(', ')
    return breakageFeedOf(incidents, context.baseUrl, context.now, { query: query.toString(), name })
  }
  if (server === undefined)
    return context.memo.recent(`breakage-feed ${known?.slug ?? ''}`, CACHED_MS, context.now, build)
  const keys = await listServerKeys(context.reads.db, server)
  const unknown = server.find((id) => !keys.has(id))
  if (unknown !== undefined) throw await unknownTool(unknown, context)
  return build()
}

/**
 * An item where an incident began and one where it ended, newest first, `MOST_ITEMS` at most. A single breakage is an
 * incident too, and keeps its id when others join it.
 */
export function breakageFeedOf(
  incidents: readonly IncidentRecord[],
  baseUrl: string,
  now: Date,
  about: { query: string; name: string } = { query: '', name: '' },
): Feed {
  const items = incidents
    .flatMap((incident) => itemsOf(incident, baseUrl))
    .sort((a, b) => +b.date - +a.date)
    .slice(0, MOST_ITEMS)
  const query = about.query === '' ? '' : `?${about.query}`
  const page = `${baseUrl}/incidents${query}`
  const feed = new Feed({
    id: page,
    title: `Assay: what broke and what recovered${about.name === '' ? '' : `, ${cleanLine(about.name, LONGEST_TEXT)}`}`,
    description:
      'Incidents of MCP servers and their tools: what broke together, how bad it is, since when, why, and when it ended.',
    link: page,
    language: 'en',
    generator: 'Assay',
    ttl: 1,
    updated: items[0]?.date ?? startOfDay(now),
    author: { name: 'Assay', link: baseUrl },
    feedLinks: {
      rss: `${baseUrl}/v1/breakages.rss${query}`,
      atom: `${baseUrl}/v1/breakages.atom${query}`,
      json: `${baseUrl}/v1/breakages.feed.json${query}`,
    },
  })
  for (const item of items) feed.addItem(item)
  return feed
}

/** The date of an empty feed: the format requires one, and it must not change with every call. */
function startOfDay(now: Date): Date {
  return new Date(Math.floor(+now / 86_400_000) * 86_400_000)
}

/** That it began, and where it is over, that it ended. */
function itemsOf(incident: IncidentRecord, baseUrl: string): Item[] {
  const { id, kinds, severity, openedAt, closedAt } = incident
  const page = `${baseUrl}/incidents/${id}`
  const item = (address: string, at: string, title: string, content: string, terms: readonly string[]): Item => {
    const date = new Date(at)
    const category = terms.map((term) => ({ name: term, term }))
    return { id: address, link: address, title: html(title), date, published: date, content, category }
  }
  const began = item(page, openedAt, incidentTitle(incident), contentOf(incident, baseUrl), [...kinds, severity])
  if (closedAt === null) return [began]
  const lasted = `<p>Ended after ${html(lastedText(openedAt, closedAt))}.</p>`
  const title = `${incidentTitle(incident)}, ended`
  return [
    began,
    item(`${page}#ended`, closedAt, title, `${lasted}${contentOf(incident, baseUrl)}`, [...kinds, 'ended']),
  ]
}

function contentOf(incident: IncidentRecord, baseUrl: string): string {
  const { servers, tools, severity, breakages } = incident
  const counts = `${servers} ${servers === 1 ? 'server' : 'servers'}, ${tools} ${tools === 1 ? 'tool' : 'tools'}`
  const lines = breakages.map(({ serverId, serverTitle, kind, severity, evidence }) => {
    const link = `<a href="${html(`${baseUrl}/server/${idToPath(serverId)}`)}">${html(serverTitle)}</a>`
    return `<li>${link}: ${html(breakageLabel(kind, severity))}. ${html(evidence.at(-1)?.text ?? '')}</li>`
  })
  return `<p>${html(counts)}, ${html(severity)}. ${html(causeText(incident))}</p><ul>${lines.join('')}</ul>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * A third party's text as HTML: on one line, without invisible characters, characters that XML forbids, or the end of a
 * CDATA section.
 */
function html(text: string): string {
  return cleanLine(text, LONGEST_TEXT).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

const CHARACTERS = new Map(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]))

/** What `html` shows, as the text it was. */
export function plainText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS.get(entity) ?? entity)
}
