import { z } from 'zod'
import { MATCHES } from '../core/lookup/place-match'
import { MAX_ENTRY_LENGTH } from '../core/lookup/usable-name'
import { Instant } from './instant'
import { Grade, PRODUCT_MEMBERS, Recommendation, Score, ServerId, Status, ToolId, Verdict } from './shapes/terms'

/** The most entries of one list, servers for one entry, rows of one answer, and bytes of a body. */
export const MOST_LOOKED_UP = 500
export const MOST_SERVERS_OF_AN_ENTRY = 100
export const MOST_LOOKUP_ROWS = 10_000
export const MOST_LOOKUP_BYTES = 1024 * 1024
/** Entries for which a call takes one more point. */
const ENTRIES_A_POINT = 50

const Entries = z.array(z.string()).max(MOST_LOOKED_UP).optional()

export const LookupBody = z
  .strictObject({
    repos: Entries.meta({
      description:
        'Repositories in any form: https, http, git, ssh, `user@host:path`, `git+…`, without a scheme, `owner/name`, `github:owner/name`, an address of a page or a raw file in it, of GitHub’s API about it, or a package URL. A download (an archive, `codeload.github.com`) names none.',
      example: ['https://github.com/modelcontextprotocol/servers/tree/main/src/time', 'git@github.com:owner/name.git'],
    }),
    packages: Entries.meta({
      description:
        'Names of npm and PyPI: with scope, with a version (`name@1.2`, `name==1.2`) or extras, or as package URL; an image as `pkg:docker/owner/name`.',
      example: ['@modelcontextprotocol/server-memory', 'pkg:pypi/mcp-server-time@1.0'],
    }),
    urls: Entries.meta({
      description:
        'Addresses of endpoints, https or http. The query, the fragment, a user name and a password do not count; leave them out, as they may be secret.',
      example: ['https://mcp.example.com/mcp'],
    }),
    ids: Entries.meta({
      description: 'Ids of servers, or of tools, as search and this call return them.',
      example: ['mcpm/modelcontextprotocol/time'],
    }),
  })
  .refine((body) => Object.values(body).some((entries) => entries !== undefined), {
    message: 'give at least one of repos, packages, urls and ids',
  })
  .meta({
    id: 'LookupBody',
    description: `At most ${MOST_LOOKED_UP} entries a list. An entry that is empty, longer than ${MAX_ENTRY_LENGTH} characters or malformed is unresolved, and the others are answered all the same.`,
  })

/** Points of a lookup beyond the one that every call takes. */
export function weighLookup(body: z.output<typeof LookupBody>): number {
  const entries = Object.values(body).reduce((sum, list) => sum + (list?.length ?? 0), 0)
  return Math.ceil(entries / ENTRIES_A_POINT)
}

const LookupRow = z
  .object({
    input: z.string().describe('The entry as it was sent.'),
    kind: z.enum(['repo', 'package', 'url', 'id']).describe('The list it was sent in.'),
    serverId: ServerId,
    productId: PRODUCT_MEMBERS.productId,
    toolId: ToolId.nullable().describe(
      'The tool that the entry is the id of, also one that its server no longer lists; verdict, score, grade, status and recommendation are then those of the tool. null: the entry names the server.',
    ),
    match: z
      .enum(MATCHES)
      .describe(
        '`repository`: the entry names a folder or file of a repository, and this server is of the same repository but, as far as its catalog says, not of that place.',
      ),
    verdict: Verdict,
    score: Score,
    grade: Grade,
    status: Status,
    recommendation: Recommendation,
    tools: z.int().min(0).describe('Tools it lists.'),
    asOf: Instant.nullable().describe('Time of the newest evidence; null when there is none.'),
  })
  .meta({ id: 'LookupRow' })

export const LookupAnswer = z
  .object({
    resolved: z
      .array(LookupRow)
      .describe(
        `In the order sent, repos before packages before urls before ids; of one entry exact matches first, then by verdict, score and id, at most ${MOST_SERVERS_OF_AN_ENTRY}. Where that would exceed ${MOST_LOOKUP_ROWS} rows, every entry keeps the same number of its first rows. An entry given twice in one list is answered once.`,
      ),
    unresolved: z.array(z.string()).describe('Entries that name no known server, as they were sent.'),
  })
  .meta({ id: 'LookupAnswer' })

/** The body to which the example of the answer is one. */
export const LOOKUP_BODY_EXAMPLE: z.input<typeof LookupBody> = {
  repos: ['git@github.com:owner/name.git'],
  packages: ['pkg:pypi/mcp-server-time@1.0'],
}
