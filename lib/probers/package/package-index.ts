import { type Place, placeOfAddress } from '../../core/catalog/probe-target'
import type { SafeFetch } from '../../safe-fetch'

/**
 * A package index that the operator's configuration names: it may be dialled wherever it is, as the database may. What
 * it answers is as little trusted as any stranger's text.
 */
export interface PackageIndex {
  /**
   * The address of the index that a package is looked up in, without a slash at its end: scopes of npm may have one of
   * their own.
   */
  addressOf(name: string): string
  /** The headers with the credentials that the configuration has for an address. */
  headersFor(address: string): Readonly<Record<string, string>>
  /** A page that only an index of this kind answers with 200, which shows that the address is one. */
  identity: IndexIdentity
  fetch: SafeFetch
}

export interface IndexIdentity {
  /** After the address of the index. */
  path: string
  accept: string
  /** Whether an answer of this type is that of an index. */
  isIndexType(contentType: string): boolean
}

/** The package indexes of this process; packages of one that is left out are not probed. */
export interface PackageIndexes {
  npm?: PackageIndex
  pypi?: PackageIndex
}

/** Network and host of the index of a package; null: there is none, or no package can have this name. */
export function placeOfPackage(index: PackageIndex | undefined, name: string | undefined): Place | null {
  return index === undefined || name === undefined ? null : placeOfAddress(index.addressOf(name))
}
