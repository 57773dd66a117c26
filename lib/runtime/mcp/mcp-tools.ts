import { OutcomeEvent } from '../../contract/operations/reporting-operations'
import type { SummarizedName } from './mcp-summaries'

/** A tool of the MCP server: the operation it calls, and its description for models. */
export interface McpTool {
  operation: SummarizedName
  title: string
  description: string
  /** Read-only and idempotent. false: each call adds to what is counted. */
  isRead: boolean
  /** Its operation takes `compact`, which is true unless the caller says otherwise. */
  isCompact?: true
}

/** The argument of compact tools, shorter than in the contract. */
export const COMPACT_ARGUMENT = {
  type: 'boolean',
  default: true,
  description: 'false: every member, input schemas among them, and longer lists.',
} as const

/** By name, in the order of the list: what an agent needs first comes first. */
export const MCP_TOOLS: Readonly<Record<string, McpTool>> = {
  route: {
    operation: 'route',
    title: 'Find the best working tool for a task',
    description:
      'Start here when you need a tool. Give the task in plain words; the answer is the tool that fits and is likeliest to work now (chosen), how to call it (callHints: endpoint, package with its start command, or base address and documentation of a plain API; authentication, timeout, required parameters, example arguments; read notes first, where there are any; compact false gives its input schema), and a ranked chain of fallbacks. A task of several steps gets a tool for each: chosen is for the first, fallbacks with step 2 and up for the others. When nothing fits with a probability of at least 2/3, recommendation is no_confident_match and chosen is null, since calling a wrong tool costs as much as three refusals: candidates then has at most five that come near, each with what sets it apart (differs); choose the one that does the task and call route with its toolId as the task for how to call it, or say that none does rather than force one. When what fits is down or unsafe and nothing does the same, recommendation is avoid, chosen is null, and unavailable names it, since when, and when it is expected back: wait or tell the user. fit is the probability that the chosen tool fits, whatever its state.',
    isRead: true,
    isCompact: true,
  },
  search: {
    operation: 'search',
    title: 'Search tools by capability or name',
    description:
      'Ranked list of catalogued tools that do what you describe, in any language, each with its id, live verdict, score, and the probability that it fits (relevance). The name, id, package or repository of a server, or the name of a tool, finds that first (match: exact). Use it to compare candidates or to learn a tool’s id; use route when you only want the best one. compact false also gives input schemas.',
    isRead: true,
    isCompact: true,
  },
  health: {
    operation: 'health',
    title: 'Check whether a tool works now',
    description:
      'Ask before you call a tool or server you depend on. Verdict (healthy, degraded, down, unknown) with its reasons, recommendation (proceed, proceed_with_caution, avoid, unknown), and the probability that it is up in 1, 6 and 24 hours; compact false also gives uptime over 24 hours to 90 days, sign-in and evidence.',
    isRead: true,
    isCompact: true,
  },
  alternatives: {
    operation: 'alternatives',
    title: 'Find a replacement for a tool',
    description:
      'What to use when a tool is down, gone or failing: tools that do the same, of another repository and backend, living ones first. parameterMap says how the arguments you have map onto each; argsCompatible: they pass unchanged, by name and type; mappable: renaming them is enough. An empty list has a reason: nothing is known that does the same.',
    isRead: true,
    isCompact: true,
  },
  score: {
    operation: 'score',
    title: 'Get a signed reliability score',
    description:
      'Score from 0 to 100 and grade of a tool or server, with a signed attestation (JWS) that anyone can verify from /.well-known/jwks.json. With explain it also returns every component and input, so that the score can be recomputed.',
    isRead: true,
  },
  breakages: {
    operation: 'breakages',
    title: 'List what is broken now',
    description:
      'Open incidents and breakages across all tracked tools: what is down or degraded, whose arguments or credentials changed, which tools were removed, since when, and what they have in common.',
    isRead: true,
    isCompact: true,
  },
  lookup: {
    operation: 'lookup',
    title: 'Find servers by repository, package or id',
    description:
      'Reliability of many servers at once, by repository address (any form), npm or PyPI package name, or server id, up to 500 of each. One input may name several servers; what could not be mapped is returned in unresolved. Use it to audit a configuration or a list of dependencies.',
    isRead: true,
  },
  report_outcome: {
    operation: 'ingest',
    title: 'Report how a call went',
    description:
      'After you called a catalogued tool, tell whether it worked, so that others are warned. Only the tool’s id, success, how long it took and the kind of error may be said: never arguments, results, names or any text. Each call counts once more, so report each outcome once.',
    isRead: false,
  },
}

/** For an operation that takes a batch: the arguments of one tool call, and the body for them. */
export const ONE_OF_BATCH = {
  ingest: { schema: OutcomeEvent, bodyOf: (entry: unknown) => ({ events: [entry] }) },
} as const
