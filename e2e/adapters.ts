import { type AddressInfo, createServer } from 'node:net'

/** Where the tests find the two doors; both run on this machine's loopback, each with its own database. */
export const STANDALONE_URL = await adapterUrl('E2E_STANDALONE_URL')
export const NEXT_URL = await adapterUrl('E2E_NEXT_URL')

export const ADAPTERS = [
  { adapter: 'standalone', origin: STANDALONE_URL },
  { adapter: 'next start', origin: NEXT_URL },
]

/** An address chosen once by the first process that loads this, and handed on to Playwright's workers by the environment. */
async function adapterUrl(name: string): Promise<string> {
  process.env[name] ??= `http://127.0.0.1:${await freePort()}`
  return process.env[name]
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
