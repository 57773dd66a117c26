import { BenchCannotRun } from '../bench'

/** A case as its file has it; the form of `expect` depends on the kind. */
export interface Case {
  id: string
  kind: string
  input: unknown
  expect: unknown
}

type List = 'repos' | 'packages' | 'ids'

/**
 * The right answer to one input: `servers` must be among the resolved; where there are none the input must be
 * unresolved.
 */
export interface Expected {
  id: string
  kind: string
  list: List
  input: string
  servers: readonly string[]
  /** Whether other servers may be resolved too. true: none; `of_ours`: none that the bench planted; false: any. */
  alone: boolean | 'of_ours'
}

/** A server the bench adds to the catalog, so that a name no real server has can be found, or be found by mistake. */
export interface Planted {
  id: string
  repository: string | null
  package: { registry: 'npm' | 'pypi'; name: string } | null
}

/**
 * `expected`: what to check. `planted`: servers to add before, for cases taken from a registry's or a library's tests,
 * whose names no catalog has. `leftOut`: how many cases do not apply.
 */
export interface Prepared {
  expected: Expected[]
  planted: Planted[]
  leftOut: number
}

const HOSTS: Readonly<Record<string, string>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
  gist: 'gist.github.com',
  sourcehut: 'git.sr.ht',
}

export function prepare(cases: readonly Case[]): Prepared {
  const planted = new Map<string, Planted>()
  const plant = (one: Planted): string => {
    planted.set(one.id, one)
    return one.id
  }
  const expected = cases.flatMap((one) => {
    const read = READERS[one.kind]
    if (read === undefined) throw new BenchCannotRun(`a case of an unknown kind: ${one.kind}`)
    return read(one, plant) ?? []
  })
  return { expected, planted: [...planted.values()], leftOut: cases.length - expected.length }
}

type Reader = (one: Case, plant: (planted: Planted) => string) => Expected | undefined

const READERS: Readonly<Record<string, Reader>> = {
  'repo-url': (one) => ofCatalog(one, 'repos', (one.expect as { servers: string[] } | null)?.servers ?? []),
  package: (one) => ofCatalog(one, 'packages', (one.expect as { servers: string[] } | null)?.servers ?? []),
  'server-id': (one) => {
    const server = (one.expect as { server: string } | null)?.server
    return { ...ofCatalog(one, 'ids', server === undefined ? [] : [server]), alone: true }
  },
  'git-url': (one, plant) => {
    const found = one.expect as { host: string; owner: string | null; repo: string } | null
    return { ...ofCatalog(one, 'repos', found === null ? [] : [plant(repositoryOf(found))]), alone: 'of_ours' }
  },
  purl: (one, plant) => {
    if (typeof one.input !== 'string') return undefined
    const { output, failure } = one.expect as { output: string | Purl; failure: boolean }
    const purl = typeof output === 'string' ? purlOf(output) : output
    const server = failure ? undefined : plantedForPurl(purl)
    const list = server?.package == null ? 'repos' : 'packages'
    return { ...ofCatalog(one, list, server === undefined ? [] : [plant(server)]), alone: 'of_ours' }
  },
  'npm-name': (one, plant) => {
    const { validForOldPackages } = one.expect as { validForOldPackages: boolean }
    return ofName(one, 'npm', validForOldPackages ? String(one.input) : undefined, plant)
  },
  'pypi-name': (one, plant) => {
    const { valid, canonical } = one.expect as { valid: boolean; canonical: string }
    return ofName(one, 'pypi', valid ? canonical : undefined, plant)
  },
}

function ofCatalog({ id, kind, input }: Case, list: List, servers: readonly string[]): Expected {
  return { id, kind, list, input: String(input), servers, alone: false }
}

/**
 * A valid name must find the server of exactly that name. For an invalid one, the name a careless reader would make of
 * it is planted, and must not be found.
 */
function ofName(
  one: Case,
  registry: 'npm' | 'pypi',
  name: string | undefined,
  plant: (planted: Planted) => string,
): Expected {
  if (name !== undefined) return ofCatalog(one, 'packages', [plant(packageOf(registry, name))])
  const careless = String(one.input)
    .trim()
    .replace(/^[-_.]+|[-_.]+$/g, '')
    .toLowerCase()
  if (careless !== '' && careless !== one.input) plant(packageOf(registry, careless))
  return { ...ofCatalog(one, 'packages', []), alone: true }
}

function packageOf(registry: 'npm' | 'pypi', name: string): Planted {
  return { id: `bench/${registry}/${name}`, repository: null, package: { registry, name } }
}

function repositoryOf({ host, owner, repo }: { host: string; owner: string | null; repo: string }): Planted {
  const domain = HOSTS[host] ?? host
  // The id of a gist does not depend on its owner.
  const path = host === 'gist' || owner === null ? repo : `${owner}/${repo}`
  return { id: `bench/git/${domain}/${path}`, repository: `https://${domain}/${path}`, package: null }
}

interface Purl {
  type: string
  namespace: string | null
  name: string
}

function purlOf(text: string): Purl {
  const [, type = '', whole = ''] = /^pkg:([^/]+)\/([^@?#]+)/.exec(text) ?? []
  const segments = whole.split('/').map(decodeURIComponent)
  return { type, namespace: segments.slice(0, -1).join('/') || null, name: segments.at(-1) ?? '' }
}

/** By type, namespace and name; undefined for a type that no server can be found by. */
function plantedForPurl({ type, namespace, name }: Purl): Planted | undefined {
  const whole = namespace === null ? name : `${namespace}/${name}`
  if (type === 'npm' || type === 'pypi') return packageOf(type, whole)
  if (type === 'git') return { id: `bench/git/${whole}`, repository: `https://${whole}`, package: null }
  return HOSTS[type] === undefined ? undefined : repositoryOf({ host: type, owner: namespace, repo: name })
}
