import type { Role } from '../../lib/runtime/roles/roles'
import { freePort, untilAnswered } from '../processes'
import { UNREACHED_LIMIT } from '../service'
import { type Restartable, restartable } from './restartable'

/** A process of the built service, as an image runs it. */
export interface AssayProcess extends Restartable {
  role: Role
  port: number
  url: string
  /** Lines of its log that are warnings or errors. */
  log: readonly string[]
}

const FOR_OPERATOR = /"level":"(?:warn|error|fatal)"/

/** A process that asks nobody outside; it is ready once `/readyz` says so. */
export async function assayProcess(role: Role, environment: Readonly<Record<string, string>>): Promise<AssayProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const log: string[] = []
  const process_ = restartable({
    command: process.execPath,
    words: ['commands/start.mjs', '--built'],
    environment: {
      ...{ REFERENCE_SERVERS: 'off', REGISTRY_URL: 'off', CANARY_URLS: 'off', PROBE_NPM: 'off', LOG_FORMAT: 'json' },
      ...{ LIMIT_KEYLESS: String(UNREACHED_LIMIT), LIMIT_KEY_CREATION: String(UNREACHED_LIMIT) },
      ...{ LIMIT_FREE: String(UNREACHED_LIMIT), ROLE: role, PORT: String(port), BASE_URL: url },
      ...environment,
    },
    untilReady: (_, isOver) => untilAnswered(`${url}/readyz`, {}, isOver),
    onLine: (line) => {
      if (FOR_OPERATOR.test(line)) log.push(line)
    },
  })
  return { ...process_, role, port, url, log }
}
