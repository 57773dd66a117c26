import { type Browser, chromium } from '@playwright/test'
import { mustRun } from '../../commands/run.mjs'
import { findChromium } from '../../commands/test/find-chromium.mjs'
import { BenchCannotRun, type Print } from '../bench'
import { withFolder } from '../folder'
import { freePort, type ServerProcess, startServer } from '../processes'

const WORLD_PORT = '46310'
/** Every page of a crawl may be loaded, without waiting for the API's share of the time. */
const LIMITS = { LIMIT_PAGES: '1000000', LIMIT_FREE: '1000000', LIMIT_KEYLESS: '1000000', PAGES_SHARE: '99' }

export const ADAPTERS = ['standalone', 'next'] as const
export type Adapter = (typeof ADAPTERS)[number]

export interface OpenedPages {
  /** Closed afterwards, if it is not before. */
  browser: Browser
  /** Of the browser. */
  executablePath: string
  origin: string
  adapter: Adapter | 'running'
}

/**
 * Calls `use` with a browser and each adapter in turn, on the data of the folder `data` that `npm run demo` made, empty
 * for new ones; or with the running service that `url` names.
 */
export async function withPages(
  { url = '', data = '' }: Readonly<Record<string, string>>,
  adapters: readonly Adapter[],
  print: Print,
  use: (opened: OpenedPages) => Promise<void>,
): Promise<void> {
  const executablePath = await findChromium(process.env)
  if (executablePath === undefined) throw new BenchCannotRun('needs Chromium')
  const open = async (adapter: OpenedPages['adapter'], origin: string) => {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    try {
      await use({ browser, executablePath, origin, adapter })
    } finally {
      await browser.close()
    }
  }
  if (url) await open('running', new URL(url).origin)
  else await withAdapters(adapters, data, print, open)
}

/**
 * Calls `use` with the address of each adapter in turn, on the data of the demonstration: one folder of data serves one
 * process.
 */
async function withAdapters(
  adapters: readonly Adapter[],
  data: string,
  print: Print,
  use: (adapter: Adapter, origin: string) => Promise<void>,
): Promise<void> {
  const onData = async (folder: string) => {
    print(`the demonstration under ${folder}`)
    const options = ['--data', folder, '--world-port', WORLD_PORT]
    await mustRun('demo', process.execPath, ['commands/demo.mjs', '--build-only', ...options])
    for (const adapter of adapters) {
      const server = adapter === 'standalone' ? await startDemo(options) : await startNext(folder)
      try {
        print(`${adapter} at ${server.url}`)
        await use(adapter, server.url)
      } finally {
        await server.stop()
      }
    }
  }
  return data === '' ? withFolder(onData) : onData(data)
}

async function startDemo(options: readonly string[]): Promise<ServerProcess> {
  const port = await freePort()
  const given = ['commands/demo.mjs', '--no-live-changes', '--port', String(port), ...options]
  return startServer(given, { ...LIMITS, BASE_URL: `http://127.0.0.1:${port}` }, port, '/readyz')
}

/** Of the build that the demonstration made. Nothing is probed there, so that its verdicts age. */
async function startNext(folder: string): Promise<ServerProcess> {
  const port = await freePort()
  const environment = {
    ...LIMITS,
    NODE_ENV: 'production',
    DEMONSTRATION: 'on',
    DATA_DIR: folder,
    BASE_URL: `http://127.0.0.1:${port}`,
    REFERENCE_SERVERS: 'off',
  }
  const given = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)]
  return startServer(given, environment, port, '/readyz')
}
