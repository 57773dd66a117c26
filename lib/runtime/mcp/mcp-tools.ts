import { OutcomeEvent } from '../../contract/operations/reporting-operations'
import type { SummarizedName } from './mcp-summaries'

/** A tool of the MCP server: the operation it calls, and its description for models, who pay for every word of it. */
export interface McpTool {
  operation: SummarizedName
  title: string
  description: string
  /** What each of its arguments means, shorter than in the contract. */
  args: Readonly<Record<string, string>>
  /** Read-only and idempotent. false: each call adds to what is counted. */
  isRead: boolean
  /** Its operation takes `compact`, which is true unless the caller says otherwise. */
  isCompact?: true
}

const TOOL_ID = 'As route, search or lookup give it.'
const FOLD = 'The first row of each product only.'
const READ_ONLY = 'Only tools that declare to change nothing.'
const WITH_COMMAS = 'with commas between'

/** By name, in the order of the list: what an agent needs first comes first. */
export const MCP_TOOLS: Readonly<Record<string, McpTool>> = {
  route: {
    operation: 'route',
    title: 'Find the best working tool for a task',
    description:
      'Start here when you need a tool: give the task in plain words. chosen is the tool that fits and is likeliest to work now; callHints say how to call it (read its notes first). fallbacks: what to call if it fails; those with step 2 and up do the further steps of a task. chosen null with recommendation no_confident_match: take the one of candidates that does the task by what sets it apart (differs), and call route with its toolId as the task; or say that none does, rather than force one. chosen null with recommendation avoid: what fits is down or unsafe, and unavailable says when it is expected back: wait or tell the user.',
    args: {
      task: 'What is to be done, in any language; or the id of a tool.',
      access: 'Only what needs neither credentials nor payment.',
      readOnly: READ_ONLY,
      maxLatencyMs: 'Only servers that answered 95 % of calls within this.',
      minScore: 'Only what is rated this or better.',
      exclude: 'Ids of tools or servers to leave out, up to 100.',
      limit: 'Most fallbacks.',
      fold: FOLD,
      compact: 'false: also input schemas, and more fallbacks.',
    },
    isRead: true,
    isCompact: true,
  },
  search: {
    operation: 'search',
    title: 'Search tools by capability or name',
    description:
      'Ranked tools that do what you describe, with id, live verdict, score and the probability that each fits (relevance). An id, name, package or repository finds what has it first (match: exact). Use it to compare, or to learn an id; use route when you only want the best one.',
    args: {
      q: 'What the tool should do, in any language; or an id, name, package or repository.',
      limit: 'Most results.',
      readOnly: READ_ONLY,
      status: `Of healthy, degraded, unknown, down, auth; ${WITH_COMMAS}.`,
      access: `Of open, auth, paid, unknown; ${WITH_COMMAS}.`,
      transport: `Of streamable-http, sse, stdio, http-api, http-api-docs, openapi, other; ${WITH_COMMAS}.`,
      category: `Slugs as in files,email; ${WITH_COMMAS}.`,
      publisher: `Of verified, claimed, unknown; ${WITH_COMMAS}.`,
      fold: FOLD,
      compact: 'false: also input schemas, and more results.',
    },
    isRead: true,
    isCompact: true,
  },
  health: {
    operation: 'health',
    title: 'Check whether a tool works now',
    description:
      'Ask before you call a tool or server you depend on: verdict (healthy, degraded, down, unknown) with the codes of its reasons, recommendation (proceed, proceed_with_caution, avoid, unknown), and the probability that it is up in 1, 6 and 24 hours.',
    args: { toolId: TOOL_ID, compact: 'false: also reasons in words, uptime, sign-in and evidence.' },
    isRead: true,
    isCompact: true,
  },
  alternatives: {
    operation: 'alternatives',
    title: 'Find a replacement for a tool',
    description:
      'What to use when a tool is down, gone or failing: tools that do the same, of another repository and backend, living ones first. argsCompatible: your arguments pass unchanged; mappable: renaming them as in parameterMap is enough. An empty list has a reason.',
    args: {
      toolId: TOOL_ID,
      limit: 'Most alternatives.',
      compact: 'false: also input schemas, and more alternatives.',
    },
    isRead: true,
    isCompact: true,
  },
  score: {
    operation: 'score',
    title: 'Get a reliability score',
    description:
      'Score from 0 to 100 and grade of a tool or server. compact false adds the signed attestation (JWS), which anyone can verify from /.well-known/jwks.json.',
    args: {
      toolId: TOOL_ID,
      explain: 'With every component and input, so that the score can be recomputed.',
      compact: 'false: also the attestation, and reasons in words.',
    },
    isRead: true,
    isCompact: true,
  },
  breakages: {
    operation: 'breakages',
    title: 'List what is broken now',
    description:
      'What is broken across all tracked tools, newest first: down or degraded, changed arguments or credentials, removed tools, and since when. incidents join what several servers have in common.',
    args: { limit: 'Most breakages, and incidents.', compact: 'false: also evidence, ids of tools, and longer lists.' },
    isRead: true,
    isCompact: true,
  },
  lookup: {
    operation: 'lookup',
    title: 'Find servers by repository, package or id',
    description:
      'Reliability of many servers at once, as of a configuration or a list of dependencies: up to 500 in each list. One entry may name several servers; those of no server are in unresolved.',
    args: {
      repos: 'Addresses of repositories in any form, or owner/name.',
      packages: 'Names of npm and PyPI, with or without a version, or package URLs.',
      urls: 'Addresses of endpoints, without secrets.',
      ids: 'Ids of servers or tools.',
    },
    isRead: true,
  },
  report_outcome: {
    operation: 'ingest',
    title: 'Report how a call went',
    description:
      'After you called a catalogued tool, tell whether it worked, so that others are warned. Never send arguments, results, names or any text. Each call counts once more, so report each outcome once.',
    args: {
      toolId: 'Of the tool or server that was called.',
      success: 'Whether it did what was asked; an error result is false.',
      latencyMs: 'From sending the call to its whole answer.',
      errorClass: 'Of a failed call.',
    },
    isRead: false,
  },
}

/** For an operation that takes a batch: the arguments of one tool call, and the body for them. */
export const ONE_OF_BATCH = {
  ingest: { schema: OutcomeEvent, bodyOf: (entry: unknown) => ({ events: [entry] }) },
} as const
