import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

// `replay-stdio.mjs <file> <server> [index of an exchange]`: answers each request as the recorded process answered the
// same method; the first one by the response of the exchange with that index, counted within the server.
const [file = '', server = '', first] = process.argv.slice(2)
const exchanges = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line))
  .filter((exchange) => exchange.server === server)
let requests = 0

for await (const line of createInterface(process.stdin)) {
  const { id, method } = JSON.parse(line)
  if (id === undefined) continue
  const forced = requests === 0 && first !== undefined ? exchanges[Number(first)] : undefined
  const exchange = forced ?? exchanges.find(({ request }) => request.method === method)
  requests += 1
  const response = exchange?.response ?? { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' } }
  process.stdout.write(`${JSON.stringify({ ...response, id })}\n`)
}
