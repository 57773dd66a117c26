import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { mustRun } from '../../commands/run.mjs'
import { parseConfig } from '../../lib/config'
import { openApp } from '../../lib/runtime/app'
import { NO_OWN_SERVERS } from '../../lib/runtime/jobs'
import { openSearchWeights } from '../../lib/runtime/search-weights'
import { apiListener } from '../../lib/runtime/standalone-adapter'
import type { Print } from '../bench'
import type { RunningServer } from '../processes'
import { importCatalog } from '../service'

/**
 * The API of the standalone service in this process, over the catalog of a folder, on the embedded database under
 * `folder`: without limits, probes, registry and pages, so that no build is needed. `weights` is a file of search
 * weights, empty for the shipped ones.
 */
export async function startJudgedService(
  folder: string,
  catalog: string,
  weights: string,
  print: Print,
): Promise<RunningServer> {
  const environment = {
    DATABASE_URL: '',
    DATA_DIR: join(folder, 'data'),
    SEARCH_WEIGHTS: weights,
    LIMITS: 'off',
    TIMER: 'off',
    REFERENCE_SERVERS: 'off',
    REGISTRY_URL: 'off',
    CANARY_URLS: 'off',
  }
  const settings = parseConfig(environment)
  // A wrong file is refused before the import, whose process would be refused for the same.
  openSearchWeights(settings.searchWeights)
  await importCatalog(environment, catalog, print)
  const app = await openApp(settings)
  const server = createServer(apiListener(app, NO_OWN_SERVERS))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await app.close()
    },
  }
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
