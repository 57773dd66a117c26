import { createConfiguredFetch } from '../../safe-fetch/configured-fetch'
import type { PackageIndex } from './package-index'

/** The index at an address of the operator's, without a slash at its end. A user name and a password in it are sent as credentials. */
export function pypiIndex(address: string): PackageIndex {
  const url = new URL(address)
  const user = [url.username, url.password].map(decodeURIComponent).join(':')
  url.username = ''
  url.password = ''
  const base = url.href.replace(/\/+$/, '')
  const headers: Record<string, string> =
    user === ':' ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` }
  return { addressOf: () => base, headersFor: () => headers, fetch: createConfiguredFetch({}) }
}
