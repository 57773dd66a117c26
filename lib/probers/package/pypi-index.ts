import { createConfiguredFetch } from '../../safe-fetch/configured-fetch'
import type { IndexIdentity, PackageIndex } from './package-index'

/**
 * The list of all projects. Only its type names an index, so one that answers in HTML alone is known by its first
 * project.
 */
const SIMPLE_LIST: IndexIdentity = {
  path: '/simple/',
  accept: 'application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.9, text/html;q=0.1',
  isIndexType: (contentType) => /^application\/vnd\.pypi\.simple\.v\d+\+(?:json|html)\b/i.test(contentType),
}

/**
 * The index at an address of the operator's, without a slash at its end. A user name and a password in it are sent as
 * credentials.
 */
export function pypiIndex(address: string): PackageIndex {
  const url = new URL(address)
  const user = [url.username, url.password].map(decodeURIComponent).join(':')
  url.username = ''
  url.password = ''
  const base = url.href.replace(/\/+$/, '')
  const headers: Record<string, string> =
    user === ':' ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` }
  return { addressOf: () => base, headersFor: () => headers, identity: SIMPLE_LIST, fetch: createConfiguredFetch({}) }
}
