import type { TargetSummary } from 'assay-verify/state/target-summary'
import { type CatalogServer, mcpEndpoint, type Package, type Remote } from './catalog'
import { startCommand } from './start-command'
import { TRANSPORT_ROWS, transportsThatHold } from './transports'

/** What a caller calls: an address, a process it starts, or an API by its documentation. */
export const CALLABLE_BY = ['endpoint', 'package', 'documentation'] as const
/** null: the catalog declares no way to call it. */
export type Callable = (typeof CALLABLE_BY)[number] | null

/** Every way to call a server that the catalog declares. */
export interface WaysIn {
  /**
   * The first that exists, in the order in which a client prefers them: an address, a package, an address with
   * variables, an API.
   */
  callable: Callable
  /** The address a client uses as it is, MCP before others; null: none, or a process. */
  endpoint: Remote | null
  /** An MCP address with variables that a caller can fill; null: none. */
  template: Remote | null
  /** What to run, npm and PyPI first; null: none. */
  package: Package | null
  /** The command that starts `package`; null: none is known. */
  command: string | null
  /** Declares a process without an address. */
  isProcess: boolean
  /** Base address of an API that is not MCP, possibly with variables to fill; null: not declared. */
  baseUrl: string | null
  /** Address of the documentation of its API, else of its OpenAPI description; null: not declared. */
  documentation: string | null
}

/**
 * The ways to call a server. `targets`: what probes know of them, the leading endpoint first; empty: nothing. An
 * endpoint that answers comes before one that does not, and a package that starts before endpoints that are down.
 */
export function waysIn(
  { remotes, packages }: Pick<CatalogServer, 'remotes' | 'packages'>,
  targets: readonly TargetSummary[] = [],
): WaysIn {
  const target = answeringEndpoint(remotes, targets) ?? mcpEndpoint(remotes) ?? remotes.find(isOtherEndpoint)
  const isReplaced = target !== undefined && isDown(target, targets) && startsAsPackage(targets)
  const endpoint = target === undefined || isReplaced || holds(target, 'process') ? null : target
  const template = remotes.find((remote) => isForMcp(remote) && isFillable(remote)) ?? null
  const base = remotes.find((remote) => holds(remote, 'api') && !remote.template)
  const openBase = remotes.find((remote) => holds(remote, 'api') && isFillable(remote))
  const [documentation] = transportsThatHold('description').flatMap((wanted) => remotes.find(isAddressOf(wanted)) ?? [])
  const run = packageToRun(packages)
  const found = {
    endpoint,
    template,
    package: run ?? null,
    command: run === undefined ? null : startCommand(run),
    isProcess: target !== undefined && holds(target, 'process'),
    baseUrl: (base ?? openBase)?.url ?? null,
    documentation: documentation?.url ?? null,
  }
  return { ...found, callable: callableOf(found) }
}

/** The leading endpoint where it is up and its address is one to call: that of a description is not. */
function answeringEndpoint(remotes: readonly Remote[], [leading]: readonly TargetSummary[]): Remote | undefined {
  if (leading?.evidence !== 'endpoint' || leading.liveness !== 'up') return undefined
  const remote = remotes.find(
    ({ transport, url, template }) => transport === leading.kind && url === leading.url && !template,
  )
  return remote !== undefined && (isForMcp(remote) || isOtherEndpoint(remote)) ? remote : undefined
}

/** Whether a remote was seen down; where any endpoint answers, it is not asked. */
function isDown({ url }: Remote, targets: readonly TargetSummary[]): boolean {
  return targets.some((target) => target.evidence === 'endpoint' && target.url === url && target.liveness === 'down')
}

function startsAsPackage(targets: readonly TargetSummary[]): boolean {
  return targets.some(({ evidence, reason }) => evidence === 'launch' && reason === 'started')
}

function callableOf({ endpoint, template, command, baseUrl, documentation }: Omit<WaysIn, 'callable'>): Callable {
  if (endpoint !== null) return holds(endpoint, 'api') ? 'documentation' : 'endpoint'
  if (command !== null) return 'package'
  if (template !== null) return 'endpoint'
  return baseUrl === null && documentation === null ? null : 'documentation'
}

function packageToRun(packages: readonly Package[]): Package | undefined {
  const ofLanguages = packages.filter(({ registry }) => registry === 'npm' || registry === 'pypi')
  const ordered = [...ofLanguages, ...packages]
  return ordered.find((one) => startCommand(one) !== null) ?? ordered[0]
}

function isOtherEndpoint(remote: Remote): boolean {
  return !remote.template && holds(remote, 'api', 'other')
}

function isForMcp(remote: Remote): boolean {
  return holds(remote, 'mcp')
}

function holds({ transport }: Remote, ...wanted: readonly string[]): boolean {
  return wanted.includes(TRANSPORT_ROWS[transport].holds)
}

function isAddressOf(wanted: Remote['transport']): (remote: Remote) => boolean {
  return ({ transport, url, template }) => transport === wanted && !template && URL.canParse(url)
}

const VARIABLE = /\{\$?[\w.-]{1,60}\}|<[\w. -]{1,60}>/g

/** Whether each of its variables has a name, and an address remains when they are filled. */
function isFillable({ url, template }: Remote): boolean {
  if (!template) return false
  const filled = url.replace(VARIABLE, 'x')
  return !/[{}<>]/.test(filled) && (URL.canParse(filled) ? /^https?:/i.test(filled) : /^\{[^{}]*\}/.test(url))
}
