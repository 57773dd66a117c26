import { HOUR_MS } from 'assay-verify/duration'
import { DECLARED_PARTS } from 'assay-verify/lock/declared-part'
import { isHostile, TEXT_FLAG_NAMES, type TextFlag } from '../text/text-flags'
import type { ServerCard } from './server-card'

/** The parts that a server lists page by page. They are read rarely; the others come with each handshake. */
export const LISTED_PARTS = ['prompts', 'resources', 'templates', 'skills'] as const

export type ListedPart = (typeof LISTED_PARTS)[number]

export interface DeclaredInfo {
  name: string
  title: string | null
  version: string | null
  websiteUrl: string | null
}

export interface PromptArgument {
  name: string
  description: string
  required: boolean
}

export interface DeclaredPrompt {
  name: string
  title: string | null
  description: string
  arguments: PromptArgument[]
}

/** A resource, a template of resources (`uri` is its template) or a skill (`uri` of its SKILL.md). */
export interface DeclaredResource {
  uri: string
  name: string
  description: string
  mimeType: string | null
}

/** Where a flag may be found: the catalog's description of the server, a tool, a part. */
export const FLAGGED_PARTS = ['description', 'tool', ...DECLARED_PARTS] as const

/** A flag and where it was found; `name` within the part is null where the part has one text. */
export interface FlaggedText {
  flag: TextFlag
  part: (typeof FLAGGED_PARTS)[number]
  name: string | null
  /**
   * Of a hostile flag: what identifies the text as it was sent, and the sentence that has the flag. Left out: the flag
   * is none, or was found by an older version.
   */
  found?: { digest: string; quote: string }
}

/**
 * What a server declares besides its tools, cleaned and capped. Each part is null where this probe did not read it, and
 * then the newest that was read still counts; a part that the server does not declare is empty.
 */
export interface Declarations {
  /** `''`: none. */
  instructions: string
  serverInfo: DeclaredInfo | null
  /**
   * Names with a dot before a member that is true, sorted: `prompts`, `prompts.listChanged`. null: the server declares
   * no capabilities at all.
   */
  capabilities: string[] | null
  /** Settings of each extension, as a digest of their canonical JSON, by its identifier. */
  extensions: Record<string, string>
  prompts: DeclaredPrompt[] | null
  resources: DeclaredResource[] | null
  templates: DeclaredResource[] | null
  skills: DeclaredResource[] | null
  /** `'none'`: it was asked for and there is none. */
  card: ServerCard | 'none' | null
  /** Whether lists and the card were asked for; else only what the handshake says was read. */
  listsRead: boolean
  /** Whether the tools were listed, so that `flags` has theirs. */
  toolsRead: boolean
  /** Parts that were cut: what they lack may still exist. */
  cut: ListedPart[]
  /** Flags of the texts as they were sent, tools included; see `TEXT_FLAGS`. At most `MOST_FLAGGED`. */
  flags: FlaggedText[]
  /** `FLAG_RULES` by which the flags of each part that was read were found; left out: by those of an older version. */
  flagRules?: Partial<Record<FlaggedText['part'], string>>
}

/** Flagged texts kept of one server. */
const MOST_FLAGGED = 50

/** The newest of each part: what a probe did not read is as it was. */
export function mergedDeclarations(known: Declarations | null, read: Declarations): Declarations {
  if (known === null) return read
  const kept = (part: ListedPart) => read[part] === null
  return {
    ...read,
    prompts: read.prompts ?? known.prompts,
    resources: read.resources ?? known.resources,
    templates: read.templates ?? known.templates,
    skills: read.skills ?? known.skills,
    card: read.card ?? known.card,
    listsRead: read.listsRead || known.listsRead,
    toolsRead: read.toolsRead || known.toolsRead,
    cut: LISTED_PARTS.filter((part) => (kept(part) ? known : read).cut.includes(part)),
    // Flags of parts that were not read again are those of the last reading.
    flags: sortedFlags([
      ...read.flags,
      ...known.flags.filter(({ part }) =>
        part === 'tool' ? !read.toolsRead : LISTED_PARTS.some((name) => name === part && kept(name)),
      ),
    ]),
    flagRules: { ...known.flagRules, ...read.flagRules },
  }
}

/** Each flag of a place once, in order, at most `MOST_FLAGGED`. */
export function sortedFlags(flags: readonly FlaggedText[]): FlaggedText[] {
  if (flags.length < 2) return [...flags]
  const rank = ({ flag, part, name }: FlaggedText) =>
    `${TEXT_FLAG_NAMES.indexOf(flag)} ${FLAGGED_PARTS.indexOf(part)} ${name ?? ''}`
  const byRank = new Map(flags.map((flagged) => [rank(flagged), flagged]))
  const sorted = [...byRank.keys()].sort().flatMap((key) => byRank.get(key) ?? [])
  if (sorted.length <= MOST_FLAGGED) return sorted
  // Hostile ones decide the recommendation: others must not displace them.
  const [hostile, others] = [
    sorted.filter(({ flag }) => isHostile(flag)),
    sorted.filter(({ flag }) => !isHostile(flag)),
  ]
  const kept = new Set([...hostile, ...others].slice(0, MOST_FLAGGED))
  return sorted.filter((flagged) => kept.has(flagged))
}

/**
 * From so long after its lists were read on, in ms, they are due to be read again: more often would cost servers as
 * much as the probes themselves.
 */
export const LISTS_DUE_AFTER_MS = 6 * HOUR_MS

/**
 * Whether a probe is to read the lists and the card, too. `readAt` null: they were never read, or a change waits to be
 * confirmed.
 */
export function areListsDue(readAt: Date | null, now: Date): boolean {
  return readAt === null || Math.abs(now.getTime() - readAt.getTime()) >= LISTS_DUE_AFTER_MS
}
