import { Feed, type Item } from 'feed'
import { idToPath } from '../../core/catalog/subject-id'
import { cleanLine } from '../../core/text/hostile-text'
import { BREAKAGES } from '../../core/verdict/breakage'
import type { Context } from '../context'
import { brokenNow, type IncidentInFull } from '../operations/breakages/breakages'

const KEPT_MS = 30_000
const MOST_ITEMS = 100
/** Of a title or a sentence, in code points; an address inside is never longer. */
const LONGEST_TEXT = 2000

/** What is broken now, for feed readers; built once for its three formats and all callers. */
export function breakageFeed(context: Context): Promise<Feed> {
  return context.memo.recent('breakage-feed', KEPT_MS, context.now, async () =>
    breakageFeedOf(await brokenNow({ limit: MOST_ITEMS }, context), context.baseUrl, context.now),
  )
}

/** One item for each incident, newest first. A single breakage is an incident too, and keeps its id when others join it. */
export function breakageFeedOf(incidents: readonly IncidentInFull[], baseUrl: string, now: Date): Feed {
  const items = incidents.map((incident) => itemOf(incident, baseUrl)).sort((a, b) => +b.date - +a.date)
  const page = `${baseUrl}/breakages`
  const feed = new Feed({
    id: page,
    title: 'Assay: what is broken now',
    description:
      'Open incidents of MCP servers and their tools: what broke together, how bad it is, since when, and why.',
    link: page,
    language: 'en',
    generator: 'Assay',
    ttl: 1,
    updated: items[0]?.date ?? startOfDay(now),
    author: { name: 'Assay', link: baseUrl },
    feedLinks: {
      rss: `${baseUrl}/v1/breakages.rss`,
      atom: `${baseUrl}/v1/breakages.atom`,
      json: `${baseUrl}/v1/breakages.feed.json`,
    },
  })
  for (const item of items) feed.addItem(item)
  return feed
}

/** The date of an empty feed: the format requires one, and it must not change with every call. */
function startOfDay(now: Date): Date {
  return new Date(Math.floor(+now / 86_400_000) * 86_400_000)
}

function itemOf(incident: IncidentInFull, baseUrl: string): Item {
  const { id, kinds, severity, openedAt, servers, breakages } = incident
  const page = `${baseUrl}/breakages#${id}`
  const [first] = breakages
  const isOne = servers === 1 && first !== undefined
  const date = new Date(openedAt)
  return {
    id: page,
    guid: id,
    title: html(
      `${isOne ? first.serverTitle : nameOf(incident)}: ${kinds.map((kind) => BREAKAGES[kind].label).join(', ')}`,
    ),
    link: isOne ? `${baseUrl}/tool/${idToPath(first.serverId)}` : page,
    date,
    published: date,
    content: contentOf(incident, baseUrl),
    category: [...kinds, severity].map((term) => ({ name: term, term })),
  }
}

function nameOf({ cause, what, servers }: IncidentInFull): string {
  const name = { host: `Host ${what}`, address: `Hosts at address ${what}`, certificate: 'Certificates that failed' }
  return `${name[cause as keyof typeof name] ?? what} (${servers} servers)`
}

function contentOf({ servers, tools, severity, breakages }: IncidentInFull, baseUrl: string): string {
  const counts = `${servers} ${servers === 1 ? 'server' : 'servers'}, ${tools} ${tools === 1 ? 'tool' : 'tools'}`
  const lines = breakages.map(({ serverId, serverTitle, kind, evidence }) => {
    const link = `<a href="${html(`${baseUrl}/tool/${idToPath(serverId)}`)}">${html(serverTitle)}</a>`
    return `<li>${link}: ${html(BREAKAGES[kind].label)}. ${html(evidence.at(-1)?.text ?? '')}</li>`
  })
  return `<p>${html(counts)}, ${html(severity)}.</p><ul>${lines.join('')}</ul>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A third party's text as HTML: on one line, without invisible characters, characters that XML forbids, or the end of a CDATA section. */
function html(text: string): string {
  return cleanLine(text, LONGEST_TEXT).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

const CHARACTERS = new Map(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]))

/** What `html` shows, as the text it was. */
export function plainText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS.get(entity) ?? entity)
}
