// A server that speaks only the generation without a handshake, on the second SDK. Over stdio, or over HTTP where its
// argument is a port; then it writes the port that it listens on to stdout.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  completable,
  createMcpHandler,
  inputRequired,
  McpServer,
  ProtocolError,
  ResourceTemplate,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const text = (value: unknown) => ({ content: [{ type: 'text' as const, text: JSON.stringify(value) }] })
const nothing = z.looseObject({})

function server() {
  const it = new McpServer(
    { name: 'without-handshake', version: '4.5.6' },
    { capabilities: { logging: {}, resources: { subscribe: true, listChanged: true } }, instructions: 'Ask.' },
  )
  it.registerTool('echo', { inputSchema: nothing }, (args) => text(args))
  it.registerTool('meta', { inputSchema: nothing }, (_, { mcpReq }) =>
    text({ ...mcpReq._meta, progressToken: undefined }),
  )
  it.registerTool('structured', { outputSchema: z.object({ n: z.number() }) }, () => ({
    ...text({ n: 1 }),
    structuredContent: { n: 1 },
    _meta: { kept: 1 },
  }))
  it.registerTool('progress', { inputSchema: nothing }, async (_, { mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {}
    for (let progress = 1; progress <= 3 && progressToken !== undefined; progress++)
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 3 } })
    return new Promise<ReturnType<typeof text>>((resolve) => {
      release = () => resolve(text('done'))
    })
  })
  it.registerTool('release', { inputSchema: nothing }, () => {
    release()
    return text('released')
  })
  it.registerTool('log', { inputSchema: nothing }, async (_, { mcpReq }) => {
    await mcpReq.log('debug', 'lower', 'l')
    await mcpReq.log('error', { higher: true }, 'l')
    return text('logged')
  })
  it.registerTool('binary', {}, () => ({
    content: [{ type: 'image', mimeType: 'image/png', data: Buffer.alloc(3_000_000, 7).toString('base64') }],
  }))
  it.registerTool('protocol-error', { inputSchema: nothing }, () => {
    throw new ProtocolError(-32_050, 'Not so', { why: ['x'] })
  })
  it.registerTool('tool-error', { inputSchema: nothing }, () => ({ ...text('failed'), isError: true }))
  it.registerTool('ask', { inputSchema: nothing }, (_, { mcpReq }) => {
    const { inputResponses, requestState } = mcpReq
    if (inputResponses === undefined)
      return inputRequired({
        inputRequests: {
          who: inputRequired.elicit({
            message: 'Who?',
            requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
          }),
          say: inputRequired.createMessage({
            messages: [{ role: 'user', content: { type: 'text', text: 'Say.' } }],
            maxTokens: 5,
          }),
          where: inputRequired.listRoots(),
        },
        requestState: 'state of its own',
      })
    return text({ inputResponses, state: requestState() })
  })
  it.registerPrompt(
    'greet',
    { argsSchema: z.object({ who: completable(z.string(), (value) => [`${value}!`]) }) },
    ({ who }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Hello ${who}` } }],
    }),
  )
  it.registerResource('a', 'test://a', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, text: 'aaa' }],
  }))
  it.registerResource('items', new ResourceTemplate('test://items/{id}', { list: undefined }), {}, (uri) => ({
    contents: [{ uri: uri.href, blob: Buffer.from(uri.href).toString('base64') }],
  }))
  it.registerTool('touch', { inputSchema: nothing }, async (args) => {
    await it.server.sendResourceUpdated({ uri: String(args.uri) })
    touched(String(args.uri))
    return text('touched')
  })
  return it
}

let release = () => {}
let touched = (_: string) => {}
const [port] = process.argv.slice(2)
if (port === undefined) serveStdio(server, { legacy: 'reject' })
else {
  const handler = createMcpHandler(server, { legacy: 'reject' })
  touched = (uri) => handler.notify.resourceUpdated(uri)
  const http = createServer((request, response) => void toNodeHandler(handler)(request as never, response))
  http.listen(Number(port), '127.0.0.1', () => process.stdout.write(`${(http.address() as AddressInfo).port}\n`))
}
