import type { OperationContract } from './operation'
import { OPERATIONS } from './operations'

const contracts: OperationContract[] = Object.values(OPERATIONS)

/** What the API answers besides its operations; `mcp` and `cron` with everything below them. */
const BESIDES = ['/mcp/{}', '/cron/{}', '/metrics']

/** `next.config.ts`, which Next loads before anything else, reads the expression from here; a test compares it. */
export const API_PATHS_FILE = 'lib/contract/api-paths.json'

/**
 * Paths of the API as a regular expression without its beginning, for whole paths. A version that there is not is of
 * the API, too: programs ask for it. Below a fixed path that is no file everything is of the API.
 */
export const API_PATHS = (() => {
  const paths = [...contracts.map(({ path }) => path), ...BESIDES].filter((path) => !/^\/v\d/.test(path))
  const fixed = paths.map((path) => path.slice(1).replace(/\/?\{.*$/, '/'))
  const files = fixed.filter((path) => !path.endsWith('/') && (path.includes('.') || !path.includes('/')))
  const folders = fixed.filter((path) => !files.includes(path)).map((path) => path.replace(/\/$/, ''))
  const oneOf = (names: readonly string[]) => [...new Set(names)].map((name) => name.replaceAll('.', '\\.')).join('|')
  return `(?:v\\d+(?:\\.\\d+)*|${oneOf(folders)})(?:/.*)?|${oneOf(files)}`
})()
