// A server over stdio that does as it is told, in plain JSON-RPC. Its one argument is JSON: see BEHAVIOUR.
import { createInterface } from 'node:readline'

const BEHAVIOUR = { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }
const behaviour = { ...BEHAVIOUR, ...JSON.parse(process.argv[2] ?? '{}') }

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

/** @type {Record<string, (params: any) => object>} */
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'plain', version: '1' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: behaviour.tools }),
  'tools/call': ({ arguments: args }) => ({ content: [{ type: 'text', text: JSON.stringify(args ?? null) }] }),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined || method === undefined) return
  const answer = answers[method]
  if (answer === undefined) send({ id, error: { code: -32601, message: 'Method not found' } })
  else send({ id, result: answer(params ?? {}) })
})
