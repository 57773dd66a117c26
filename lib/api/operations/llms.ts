import { idToPath } from 'assay-verify/subject-id'
import { config } from '../../config'
import type { OperationContract } from '../../contract/operation'
import { type InputOf, OPERATION_GROUPS, type OutputOf } from '../../contract/operations'
import { TRUST_NAME, USE_NAME } from '../../contract/pages'
import { UNTRUSTED_TEXTS } from '../../contract/untrusted-texts'
import { defineEndpoint } from '../../http/operation'
import type { Context } from '../context'
import { exampleTool } from '../example-tool'

const DEMONSTRATION_TEXT =
  'This is a demonstration: the servers, publishers and measurements here are simulated. Do not use them to choose a tool.'

/** Markdown in the format of llmstxt.org, generated from the contract table. */
export async function llms(_input: InputOf<'llms'>, context: Context): Promise<OutputOf<'llms'>> {
  const { baseUrl, demonstration } = context
  const { toolId } = await exampleTool(context)
  return [
    '# Assay',
    '> A tool reliability oracle for AI agents. It watches MCP servers and APIs, rates each tool 0-100, and answers in one call: does this tool work now, how is it called, what can be used instead. It sells nothing, and every rating is signed and can be recomputed.',
    ...(demonstration ? [DEMONSTRATION_TEXT] : []),
    UNTRUSTED_TEXTS,
    'Reads are free and need no key. Answers are JSON; errors are RFC 9457 problems, branch on their `code`. A tool id holds slashes; send them raw or as %2F. Verdicts are `healthy`, `degraded`, `unknown` and `down`; `asOf` and `staleAfter` say how fresh they are. `compact=1` makes answers of search, route, alternatives, health, score and breakages short.',
    '## Calls to make first',
    firstCalls(baseUrl, idToPath(toolId)).map(listed).join('\n'),
    ...OPERATION_GROUPS.map(
      ({ tag, description, operations }) =>
        `## All calls: ${tag}\n\n${description}\n\n${Object.values<OperationContract>(operations).map(operationLine).join('\n')}`,
    ),
    '## Limits',
    limitLines().join('\n'),
    '## Elsewhere',
    elsewhere(baseUrl).map(listed).join('\n'),
    '',
  ].join('\n\n')
}

interface Place {
  name: string
  url: string
  says: string
}

function listed({ name, url, says }: Place): string {
  return `- [${name}](${url}): ${says}`
}

function firstCalls(baseUrl: string, tool: string): Place[] {
  const at = (path: string) => `${baseUrl}/v1/${path}`
  return [
    {
      name: 'Route a task',
      url: at('route?task=read%20a%20file'),
      says: 'the best live tool for `task`, how to call it, and a ranked chain of fallbacks. `recommendation` is `no_confident_match` when nothing fits; `candidates` then has up to five that come near, each with what sets it apart: choose one or none.',
    },
    {
      name: 'Search',
      url: at('search?q=read%20a%20file'),
      says: 'tools by what they do, with id, verdict, input schema.',
    },
    { name: 'Health', url: at(`health/${tool}`), says: 'does this one work now, with reasons, uptime and forecast.' },
    {
      name: 'Alternatives',
      url: at(`alternatives/${tool}`),
      says: 'what to use in its place, never of the same backend.',
    },
    {
      name: 'Score',
      url: at(`score/${tool}?explain=1`),
      says: 'the signed score with all that is needed to recompute it.',
    },
  ]
}

function operationLine({ method, path, summary, key }: OperationContract): string {
  return `- \`${method} ${path}\`: ${summary}.${key === 'required' ? ' Needs a key.' : ''}`
}

function limitLines(): string[] {
  const { enabled, keylessPerMinute, keyedPerMinute, keysAnHour, checksAnHour, freePerMinute, logFilesPerMinute } =
    config().limits
  if (!enabled) return ['- This service has no limits.']
  return [
    `- Without a key: ${keylessPerMinute} points a minute, by address. Most calls take one point; bulk calls take more.`,
    `- With a key (\`POST /v1/keys\`, no signup; send it as \`Authorization: Bearer\` or \`X-API-Key\`): ${keyedPerMinute} points a minute, and more for telling how calls went (\`POST /v1/ingest\`).`,
    `- Keys an address may create: ${keysAnHour} an hour. First checks it may ask for: ${checksAnHour} an hour.`,
    `- Badges, the manifest of the decision bundle, the signing keys, OpenAPI and this text take no points: ${freePerMinute} requests a minute.`,
    `- Files of the log (checkpoint, tiles, entries) and tiles of the decision bundle take no points: ${logFilesPerMinute} requests a minute.`,
    '- `RateLimit` and `RateLimit-Policy` say where you stand; 429 comes with `Retry-After`.',
  ]
}

function elsewhere(baseUrl: string): Place[] {
  const at = (path: string) => `${baseUrl}${path}`
  return [
    { name: 'MCP endpoint', url: at('/mcp'), says: 'the same calls as tools, over Streamable HTTP, without a key.' },
    { name: 'OpenAPI 3.1', url: at('/openapi.json'), says: 'the whole interface with examples and errors.' },
    { name: 'Documentation', url: at('/docs'), says: 'how to begin, and how to verify what we sign.' },
    {
      name: USE_NAME,
      url: at('/use'),
      says: 'a hook for Claude Code, VS Code, Copilot CLI, Cursor and Goose that refuses calls of servers that are down.',
    },
    { name: 'Problems', url: at('/problems'), says: 'every error code.' },
    { name: 'Method', url: at('/trust/method'), says: 'how verdicts, scores and forecasts are made.' },
    {
      name: TRUST_NAME,
      url: at('/trust'),
      says: 'how often verdicts and forecasts were wrong, and how to verify them.',
    },
    { name: 'Signing keys', url: at('/.well-known/jwks.json'), says: 'what ratings are verified with.' },
  ]
}

export const llmsEndpoint = defineEndpoint('llms', llms)
