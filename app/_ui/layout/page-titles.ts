import type { Remote } from '@/lib/core/catalog/catalog'
import { transportsThatHold } from '@/lib/core/catalog/transports'
import { shortened } from '../format'

// Titles are what people ask a search engine. The rest of a title must stay readable behind a name of 300 characters.
const NAME_LENGTH = 60

/** What a server is called in a title: of an API `API`, else `MCP server`. `name`: its own name, without that word. */
interface NamedServer {
  name: string
  noun: 'MCP server' | 'API'
}

interface ServerFacts {
  serverTitle: string
  remotes?: readonly Remote[]
}

/** What the page of a server has, so that its title promises nothing else. */
interface PageContent {
  isUnsafe?: boolean
  /** Whether a check shows whether it works; true where left out. */
  isWatched?: boolean
  /** What the page of an unwatched server lists, in words: "7 tools", "packages". */
  lists?: readonly string[]
}

/**
 * Title of a server's page: "Is Linear's MCP server down?", that it is unsafe, or what the page has if no check shows
 * whether it works: "Linear MCP server: 7 tools, packages, keys".
 */
export function serverPageTitle(
  server: ServerFacts,
  { isUnsafe = false, isWatched = true, lists = [] }: PageContent = {},
): string {
  const { name, noun } = namedServer(server)
  if (isUnsafe) return `${possessive(name)} ${noun} is unsafe: do not connect`
  if (isWatched) return `Is ${possessive(name)} ${noun} down?`
  const titled = name.toLowerCase().endsWith(noun.toLowerCase()) ? name : `${name} ${noun}`
  return lists.length === 0 ? titled : `${titled}: ${lists.join(', ')}`
}

/** What a server is in a sentence: "the MCP server Linear", "the API Stripe". */
export function serverInSentence(server: ServerFacts): string {
  const { name, noun } = namedServer(server)
  return `the ${noun} ${name}`
}

/** A server in an answer: "GitHub’s MCP server" where it is its publisher's own, else "GitHub by octocat". */
export function serverName(server: ServerFacts, { isOwn, publisher }: { isOwn: boolean; publisher: string | null }) {
  const { name, noun } = namedServer(server)
  if (isOwn) return `${possessive(name)} ${noun}`
  return publisher === null ? `the ${noun} ${name}` : `${name} by ${shown(publisher, NAME_LENGTH)}`
}

/** Title of a tool's page: "Does create_issue of Linear's MCP server work?", that it is unsafe, or how it is called. */
export function toolPageTitle(
  { name, ...server }: ServerFacts & { name: string },
  { isUnsafe = false, isWatched = true }: PageContent = {},
): string {
  const { name: serverName, noun } = namedServer(server)
  const subject = `${shown(name, NAME_LENGTH)} of ${possessive(serverName)} ${noun}`
  if (isUnsafe) return `${subject} is unsafe: do not call it`
  return isWatched ? `Does ${subject} work?` : `${subject}: arguments and how to call it`
}

/**
 * Title of a category's page, of the second on with the number of the page: "Best MCP tools for databases, ranked by
 * reliability"; where nothing is ranked yet "MCP tools for databases".
 */
export function categoryPageTitle(category: { name: string; page: number; tracked: number; unrated: number }): string {
  const { name, page, tracked, unrated } = category
  const tools = `MCP tools for ${inSentence(name)}`
  return `${unrated < tracked ? `Best ${tools}, ranked by reliability` : tools}${page > 1 ? `, page ${page}` : ''}`
}

/**
 * Title of the alternatives to a server or to a tool of it, in the words that people search with: "Linear MCP
 * alternatives: 12 that do the same".
 */
export function alternativesPageTitle(
  subject: ServerFacts & { kind: 'server' | 'tool'; name: string },
  count: number,
): string {
  const { name, noun } = namedServer(subject)
  const what = `${name} ${noun === 'API' ? 'API' : 'MCP'}`
  const subjectName = subject.kind === 'server' ? what : `${what} ${shown(subject.name, NAME_LENGTH)}`
  return `${subjectName} alternatives: ${count === 0 ? 'none is known that works' : `${count} that ${count === 1 ? 'does' : 'do'} the same`}`
}

/** Words at the end of a name that the noun repeats. */
const NOUN_AT_END = /[\s:–-]*\(?\b(?:(?:official|remote)\s+)?(?:(?:mcp)(?:\s+server)?|mcp-server)\)?$/i
const API_TRANSPORTS = transportsThatHold('api', 'description')

function namedServer({ serverTitle, remotes = [] }: ServerFacts): NamedServer {
  const isApi = remotes.length > 0 && remotes.every(({ transport }) => API_TRANSPORTS.includes(transport))
  const pattern = isApi ? /\s+API$/i : NOUN_AT_END
  const name = serverTitle.replace(pattern, '').trim()
  return { name: shown(name === '' ? serverTitle : name, NAME_LENGTH), noun: isApi ? 'API' : 'MCP server' }
}

function possessive(name: string): string {
  return /s$/i.test(name) ? `${name}’` : `${name}’s`
}

/** At most so many characters, in its own writing direction. */
function shown(text: string, length: number): string {
  const short = shortened(text, length)
  return RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * A category's name within a sentence: `Databases` begins with a small letter there, `AI models` and `DevOps` do not.
 */
function inSentence(name: string): string {
  if (name === 'Other') return 'other purposes'
  return /^\p{Lu}\p{Ll}+(?!\p{L})/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
