import { isObject, type JsonObject } from '../mcp/json-rpc'
import { namesAct, operationNamesAct } from './acting-words'
import type { Operation } from './operations'
import type { References } from './references'

/**
 * The last segment of a path, and the words of an operation's id, that say that it only answers whether the API works.
 */
const HEALTH_SEGMENT = /^(?:health|healthz|health-?check|status|ping|livez|readyz)$/i
const HEALTH_WORDS: ReadonlySet<string> = new Set([
  'health',
  'healthz',
  'healthcheck',
  'health check',
  'status',
  'ping',
])
/** Words of an operation's id that do not say what it does. */
const FILLER_WORDS: ReadonlySet<string> = new Set(['get', 'api', 'server', 'service', 'system'])
const VARIABLE = /\{([^{}]*)\}/g

/**
 * The address of the one request that is safe to make: of the first operation that is GET, not deprecated, needs no
 * parameter, whose address and id name no act that changes something, and
 * - is marked by `x-probe: true`, or, where none is,
 * - only answers whether the API works, by its path or its id, and asks for no credentials (`security` absent, empty,
 *   or with an empty alternative).
 * null: there is none, or its server has no address that can be completed by the defaults of its variables.
 */
export function safeRequest(
  document: JsonObject,
  documentUrl: string,
  operations: readonly Operation[],
  references: References,
): string | null {
  const candidates = operations.filter((operation) => isParameterless(operation, references))
  const isSafe = (operation: Operation) => {
    if (operationNamesAct(operation.members.operationId)) return false
    const address = addressOf(operation, document, documentUrl)
    return address === null || !namesAct(new URL(address).pathname)
  }
  const chosen =
    candidates.find((operation) => operation.members['x-probe'] === true && isSafe(operation)) ??
    candidates.find(
      (operation) =>
        isHealthCheck(operation) && isOpen(operation.members.security ?? document.security) && isSafe(operation),
    )
  return chosen === undefined ? null : addressOf(chosen, document, documentUrl)
}

function isParameterless({ method, path, members, parameters }: Operation, references: References): boolean {
  if (method !== 'get' || members.deprecated === true || /[{}?#]/.test(path)) return false
  if (parameters.some((parameter) => parameter.in === 'path' || parameter.required === true)) return false
  const { requestBody } = members
  return requestBody === undefined || references.resolved(requestBody)?.required !== true
}

function isHealthCheck({ path, members: { operationId } }: Operation): boolean {
  if (HEALTH_SEGMENT.test(path.replace(/\/+$/, '').split('/').at(-1) ?? '')) return true
  return typeof operationId === 'string' && operationId.length <= 100 && HEALTH_WORDS.has(meaningOf(operationId))
}

function meaningOf(operationId: string): string {
  const words = operationId
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return words.filter((word) => word !== '' && !FILLER_WORDS.has(word)).join(' ')
}

function isOpen(security: unknown): boolean {
  if (security === undefined) return true
  if (!Array.isArray(security)) return false
  return security.length === 0 || security.some((one) => isObject(one) && Object.keys(one).length === 0)
}

function addressOf({ path, item, members }: Operation, document: JsonObject, documentUrl: string): string | null {
  const servers = [members.servers, item.servers, document.servers].find((one) => Array.isArray(one) && one.length > 0)
  const server: unknown = Array.isArray(servers) ? servers[0] : { url: '/' }
  const base = isObject(server) ? completed(server) : null
  if (base === null || !URL.canParse(base, documentUrl)) return null
  const url = new URL(base, documentUrl)
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') return null
  const address = `${url.href.replace(/\/+$/, '')}${path}`
  // The path may not lead out of what the server's address names.
  return URL.canParse(address) && new URL(address).href.startsWith(url.href.replace(/\/+$/, '')) ? address : null
}

/** The address of a server with the defaults of its variables; null where one has none. */
function completed({ url, variables }: JsonObject): string | null {
  if (typeof url !== 'string') return null
  let isComplete = true
  const address = url.replace(VARIABLE, (_, name: string) => {
    const variable = isObject(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined
    if (isObject(variable) && typeof variable.default === 'string') return variable.default
    isComplete = false
    return ''
  })
  return isComplete && !/[{}]/.test(address) ? address : null
}
