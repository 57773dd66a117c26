import { repositoryNameOf } from '../lookup/repository-name'
import type { CatalogServer } from './catalog'
import { isOfficial } from './official'

/** Who a server says publishes it. */
export interface StatedPublisher {
  name: string
  /** Whether its registry checked that (`isOfficial`); else it is the name of an account, which anybody can open. */
  isVerified: boolean
}

/** The owner of its repository, else the account in its id; null: neither is stated. */
export function statedPublisher({
  id,
  repository,
  remotes,
}: Pick<CatalogServer, 'id' | 'repository' | 'remotes'>): StatedPublisher | null {
  const [registry, namespace = '', ...rest] = id.split('/')
  const isVerified = isOfficial({ id, remotes })
  if (isVerified && registry === 'official') return { name: namespace.split('.').reverse().join('.'), isVerified }
  const owner = repository === null ? undefined : repositoryNameOf(repository)?.name.split('/')[1]
  const name = owner ?? (rest.length > 0 ? namespace.replace(/^io\.git(?:hub|lab)\./, '') : '')
  return name === '' ? null : { name, isVerified }
}
