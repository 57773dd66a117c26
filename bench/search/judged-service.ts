import { createServer } from 'node:http'
import { mustRun } from '../../commands/run.mjs'
import { parseConfig } from '../../lib/config'
import { openApp } from '../../lib/runtime/app'
import { openSearchWeights } from '../../lib/runtime/search-weights'
import { apiListener } from '../../lib/runtime/standalone-adapter'
import { BenchCannotRun, type Print } from '../bench'
import { withFolder } from '../folder'
import { listen, type RunningServer, untilAnswered } from '../processes'
import { importCatalog, QUIET } from '../service'

/**
 * Calls `use` with the address of the API of the standalone service in this process, over the catalog of a folder, on
 * an embedded database: without limits, probes, registry and pages, so that no build is needed. `weights` is a file of
 * search weights, empty for the shipped ones.
 */
export function withJudgedService<Result>(
  catalog: string,
  weights: string,
  print: Print,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  return withFolder(async (folder) => {
    const service = await startService(folder, catalog, weights, print)
    try {
      await untilSearchable(service.url)
      return await use(service.url)
    } finally {
      await service.stop()
    }
  })
}

/** Waits until the index is built. */
export async function untilSearchable(url: string): Promise<void> {
  await untilAnswered(`${url}/v1/search?q=read+a+file&limit=1`).catch((cause: unknown) => {
    throw new BenchCannotRun(cause instanceof Error ? cause.message : String(cause), { cause })
  })
}

async function startService(dataDir: string, catalog: string, weights: string, print: Print): Promise<RunningServer> {
  const environment = {
    ...QUIET,
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    SEARCH_WEIGHTS: weights,
    LIMITS: 'off',
    CANARY_URLS: 'off',
  }
  const settings = parseConfig(environment)
  // A wrong file is refused before the import, whose process would be refused for the same.
  openSearchWeights(settings.searchWeights)
  await importCatalog(environment, catalog, print)
  const app = await openApp(settings)
  const { url, stop } = await listen(createServer(apiListener(app)))
  return { url, stop: () => stop().then(app.close) }
}

/**
 * Trains weights of search without the requests of a fold into `file`; `more` are further arguments, separated by
 * spaces.
 */
export async function trainWithoutFold(
  file: string,
  catalog: string,
  fold: number,
  more: string,
  print: Print,
): Promise<void> {
  const given = ['--catalog', catalog, '--fold', String(fold), '--out', file]
  const added = more.split(' ').filter((word) => word !== '')
  print(`training without fold ${fold}`)
  await mustRun('training', process.execPath, ['--import', 'tsx', 'training/train-search.ts', ...given, ...added], {
    onLine: print,
  })
}
