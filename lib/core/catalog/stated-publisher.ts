import { repositoryNameOf } from '../lookup/repository-name'
import type { Publisher } from './publisher'

/**
 * Who publishes a server of which it is not resolved yet what product it is: the owner of its repository, else the
 * account in its id. Anybody can open an account.
 */
export function statedPublisher({ serverId, repository }: { serverId: string; repository: string | null }): Publisher {
  const [, namespace = '', ...rest] = serverId.split('/')
  const owner = repository === null ? undefined : repositoryNameOf(repository)?.name.split('/')[1]
  const name = owner ?? (rest.length > 0 ? namespace.replace(/^io\.git(?:hub|lab)\./, '') : null)
  return { name, state: name === null ? 'unknown' : 'claimed' }
}
