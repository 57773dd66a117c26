import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server'
import type { Context } from '../../api/context'
import { UNTRUSTED_TEXTS } from '../../contract/untrusted-texts'
import { countedResponse } from '../../http/counted-response'
import { refusal } from '../../http/operation'
import { ENDPOINTS } from '../endpoints'
import { type Arguments, readsStructured, requestOf, resultOf } from './mcp-call'
import { argumentsSchema, listedArguments, outputSchema, schemaOfArguments } from './mcp-schemas'
import { type SummarizedName, summaryOf } from './mcp-summaries'
import { MCP_TOOLS, type McpTool, ONE_OF_BATCH } from './mcp-tools'

/** The interface's version, as the OpenAPI document has it. */
const VERSION = '1'
/** What a model is shown of this server before it calls anything. */
export const MCP_INSTRUCTIONS = `Assay is a neutral reliability oracle for tools offered to AI agents: does a tool work now, how to call it, what to use instead. Ask \`route\` for the best working tool for a task, \`health\` before relying on one you know, \`alternatives\` when one fails. Ids come from \`search\`, \`route\` or \`lookup\`: pass them on exactly as given. After you called a tool, tell \`report_outcome\` whether it worked. Answers are short; the argument \`compact\` false gives every member, input schemas among them. ${UNTRUSTED_TEXTS}`
/** The list is the same for everybody, and changes with a deployment only. */
const CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const

/** The server of one request; it keeps no state. `charge` takes a point for a call that reaches no operation. */
export function openMcpServer(context: Context, headers: Headers, charge: () => Promise<void>): Server {
  const { baseUrl } = context
  const server = new Server(
    {
      name: 'assay',
      title: 'Assay',
      version: VERSION,
      websiteUrl: baseUrl,
      icons: [{ src: `${baseUrl}/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }],
    },
    {
      capabilities: { tools: {} },
      instructions: MCP_INSTRUCTIONS,
      cacheHints: { 'tools/list': CACHE, 'server/discover': CACHE },
    },
  )
  server.setRequestHandler('tools/list', ({ params }) => {
    if (params?.cursor !== undefined) throw invalid('The list has one page: no cursor was ever given.')
    return { tools: listTools() }
  })
  server.setRequestHandler('tools/call', async ({ params }) => {
    const tool = Object.hasOwn(MCP_TOOLS, params.name) ? MCP_TOOLS[params.name] : undefined
    if (tool === undefined) {
      const refused = await charge().then(
        () => undefined,
        (cause) => resultOf(refusal(cause, '/mcp', context)),
      )
      if (refused !== undefined) return refused
      throw invalid('There is no tool of this name. tools/list has them all.')
    }
    const given = { ...(tool.isCompact && { compact: true }), ...params.arguments }
    return callOperation(tool.operation, given, context, headers, charge)
  })
  return server
}

/** Calls the operation through its endpoint, so that limits, errors and validation are those of the HTTP API. */
async function callOperation(
  name: SummarizedName,
  given: Arguments,
  context: Context,
  headers: Headers,
  charge: () => Promise<void>,
): Promise<CallToolResult> {
  const endpoint = ENDPOINTS[name]
  const refuse = (cause: unknown) => resultOf(refusal(cause, endpoint.contract.path, context))
  let request: Request
  try {
    request = requestOf(endpoint.contract, oneOfBatch(name)?.bodyOf(given) ?? given, headers)
  } catch (cause) {
    return charge().then(() => refuse(cause), refuse)
  }
  // The endpoint writes the caller into its context: each call of a batch has its own.
  const response = await countedResponse(name, endpoint.handle, request, Object.create(context))
  const retryAfter = response.headers.get('retry-after')
  if (retryAfter !== null && context.answerHeaders !== undefined) context.answerHeaders['retry-after'] = retryAfter
  return resultOf(response, readsStructured(headers) ? (answer) => summaryOf(name, answer) : undefined)
}

function oneOfBatch(name: SummarizedName) {
  return name === 'ingest' ? ONE_OF_BATCH[name] : undefined
}

let listed: Tool[] | undefined

/** The list of tools, built once. */
function listTools(): Tool[] {
  listed ??= Object.entries(MCP_TOOLS).map(([name, tool]) => describeTool(name, tool))
  return listed
}

function describeTool(name: string, { operation, title, description, args, isRead, isCompact }: McpTool): Tool {
  const { contract } = ENDPOINTS[operation]
  const one = oneOfBatch(operation)
  const schema = one === undefined ? argumentsSchema(contract) : schemaOfArguments(one.schema)
  return {
    name,
    title,
    description,
    inputSchema: listedArguments(schema, args, isCompact ? { compact: true } : {}),
    outputSchema: outputSchema(contract),
    // Answers to reads hold texts of third parties.
    annotations: { readOnlyHint: isRead, destructiveHint: false, idempotentHint: isRead, openWorldHint: isRead },
  }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
