import type { TargetSummary } from 'assay-verify/state/target-summary'
import { type CatalogServer, mcpEndpoint, type Package, type Remote } from './catalog'
import { startCommand } from './start-command'

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
  const endpoint = target === undefined || target.transport === 'stdio' || isReplaced ? null : target
  const template = remotes.find((remote) => isForMcp(remote) && isFillable(remote)) ?? null
  const base = remotes.find(({ transport, template: open }) => transport === 'http-api' && !open)
  const openBase = remotes.find((remote) => remote.transport === 'http-api' && isFillable(remote))
  const documentation =
    (remotes.find(isAddressOf('http-api-docs')) ?? remotes.find(isAddressOf('openapi')))?.url ?? null
  const run = packageToRun(packages)
  const found = {
    endpoint,
    template,
    package: run ?? null,
    command: run === undefined ? null : startCommand(run),
    isProcess: target?.transport === 'stdio',
    baseUrl: (base ?? openBase)?.url ?? null,
    documentation,
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
  if (endpoint !== null) return endpoint.transport === 'http-api' ? 'documentation' : 'endpoint'
  if (command !== null) return 'package'
  if (template !== null) return 'endpoint'
  return baseUrl === null && documentation === null ? null : 'documentation'
}

function packageToRun(packages: readonly Package[]): Package | undefined {
  const ofLanguages = packages.filter(({ registry }) => registry === 'npm' || registry === 'pypi')
  const ordered = [...ofLanguages, ...packages]
  return ordered.find((one) => startCommand(one) !== null) ?? ordered[0]
}

function isOtherEndpoint({ transport, template }: Remote): boolean {
  return !template && (transport === 'http-api' || transport === 'other')
}

function isForMcp({ transport }: Remote): boolean {
  return transport === 'streamable-http' || transport === 'sse'
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
