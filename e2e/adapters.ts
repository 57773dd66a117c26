import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../bench/processes'

/**
 * The addresses of the two adapters under test. Both run on this machine's loopback, each with a database of its own.
 */
export const STANDALONE_URL = await adapterUrl('E2E_STANDALONE_URL')
export const NEXT_URL = await adapterUrl('E2E_NEXT_URL')

export const ADAPTERS = [
  { adapter: 'standalone', origin: STANDALONE_URL },
  { adapter: 'next start', origin: NEXT_URL },
]

// The database that both begin with is made once, here.
process.env.E2E_PREPARED_DIR ??= join(tmpdir(), `assay-e2e-${randomUUID()}`)

/** An address chosen by the first process that loads this. Playwright's workers inherit it in the environment. */
async function adapterUrl(name: string): Promise<string> {
  process.env[name] ??= `http://127.0.0.1:${await freePort()}`
  return process.env[name]
}
