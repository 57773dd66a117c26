import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { ServerKey } from 'assay-decide/bundle'
import { keyOfDigest, keyText, type ServerName } from 'assay-decide/names'

/** The key of a server by one of its names. */
export function serverKeyOf(name: ServerName): ServerKey {
  return keyOfDigest(sha256(utf8ToBytes(keyText(name))))
}

/** The keys of a server, each once, in their order. */
export function keysOfServer({ id, registryName, names }: NamedServer): ServerKey[] {
  const own = [{ kind: 'id', name: id } as const, { kind: 'id', name: registryName } as const]
  const all = [
    ...own.filter(({ name }) => name !== ''),
    ...names.map(({ kind, name }) => ({ kind: kind === 'endpoint' ? ('url' as const) : kind, name })),
  ]
  return [...new Set(all.map(serverKeyOf))].sort()
}

/** What a server is called. */
interface NamedServer {
  id: string
  registryName: string
  names: readonly { kind: 'npm' | 'pypi' | 'oci' | 'endpoint'; name: string }[]
}
