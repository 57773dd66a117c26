import { linksOf } from './markup'

/** Pages of one kind whose links are followed: states of servers differ in what they link to. */
const FOLLOWED_OF_A_KIND = 2

/** Pages that no link leads to. */
const UNLINKED: readonly (readonly [name: string, path: string])[] = [
  ['search with results', '/search?q=read+a+file'],
  ['missing page', '/server/there/is/none'],
]

/**
 * One page of each kind that links lead to, by the first part of its path: `home`, `server of one`, `category of one`
 * and so on, and pages that no link leads to.
 */
export async function samplePages(origin: string): Promise<Map<string, string>> {
  const waiting = [`${origin}/`]
  const found = new Set(waiting)
  const followed = new Map<string, number>()
  const samples = new Map<string, string>()
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const name = kindOf(address)
    const count = followed.get(name) ?? 0
    if (count >= FOLLOWED_OF_A_KIND) continue
    const html = await pageAt(address)
    if (html === undefined) continue
    followed.set(name, count + 1)
    if (!samples.has(name)) samples.set(name, new URL(address).pathname)
    for (const link of linksOf(html, address)) {
      if (new URL(link).origin !== origin || new URL(link).search !== '' || found.has(link)) continue
      found.add(link)
      waiting.push(link)
    }
  }
  for (const [name, path] of UNLINKED) samples.set(name, path)
  return samples
}

/** `home`, `search`, `server of one`, `docs reference of one`. */
function kindOf(address: string): string {
  const [kind = '', ...rest] = new URL(address).pathname.split('/').slice(1)
  if (kind === '') return 'home'
  if (kind === 'docs' && rest.length > 0) return rest.length === 1 ? 'docs reference' : 'docs reference of one'
  return rest.length === 0 ? kind : `${kind} of one`
}

/** undefined: it is no page, or it is missing. */
async function pageAt(address: string): Promise<string | undefined> {
  const response = await fetch(address)
  const text = await response.text()
  return response.ok && response.headers.get('content-type')?.startsWith('text/html') ? text : undefined
}
