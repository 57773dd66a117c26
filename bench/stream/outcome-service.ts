import { once } from 'node:events'
import { type Restartable, restartable } from '../programs/restartable'
import { UNREACHED_LIMIT } from '../service'

/** A process of the service: `api` on a port, or `worker`. */
export function outcomeProcess(role: 'api' | 'worker', environment: Readonly<Record<string, string>>): Restartable {
  const limits = { LIMIT_KEYLESS: String(UNREACHED_LIMIT), LOG_STORE: 'off', LOG_LEVEL: 'warn' }
  return restartable({
    command: process.execPath,
    words: ['--import', 'tsx', 'bench/stream/outcome-process.ts', role],
    environment: { ...limits, ...environment },
    untilReady: (child) => (child.stdout === null ? Promise.resolve() : once(child.stdout, 'data')),
  })
}
