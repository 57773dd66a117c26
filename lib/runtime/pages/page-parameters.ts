import { PAGES } from '../../contract/pages'
import { targetOf } from '../../http/request-target'

const PAGES_BY_PATH = Object.values(PAGES).flatMap(({ path, former = [], parameters = [] }) =>
  [path, ...former].map((address) => ({ pattern: patternOf(address), parameters })),
)

/**
 * A target with the parameters that its page reads and no others, always in one order: whatever else an address has, it
 * is the same page, rendered and kept once. Values stay as they are written, and of parameters of one name the order.
 */
export function readTarget(target: string): string {
  const { path, query } = targetOf(target)
  if (query === '') return path
  const names = namesReadAt(path)
  const kept = query
    .split('&')
    .map((pair) => ({ pair, name: nameOf(pair) }))
    .filter(({ name }) => names.includes(name))
    .sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  return kept.length === 0 ? path : `${path}?${kept.map(({ pair }) => pair).join('&')}`
}

/** Names of the parameters that the page at this path reads. */
export function namesReadAt(path: string): readonly string[] {
  // Next redirects repeated and trailing slashes with the query.
  const plain = path.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  return PAGES_BY_PATH.find(({ pattern }) => pattern.test(plain))?.parameters ?? []
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\[\.\.\.\w+\]/g, '.+').replaceAll(/\[\w+\]/g, '[^/]+')}$`)
}

function nameOf(pair: string): string {
  const [name = ''] = pair.split('=', 1)
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    return name
  }
}
