import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The address at the other end of the socket a call came over. undefined: not known; null: the host shows no sockets.
 */
export type Peer = string | null | undefined

// Next's bundle and server.ts load this file twice in one process; both copies share this global.
const GLOBAL_KEY = Symbol.for('assay.peers')
const shared = globalThis as { [GLOBAL_KEY]?: AsyncLocalStorage<{ address: string | undefined }> | undefined }

/**
 * For a process that sees the sockets of its callers: from now on `currentPeer` gives their peers. The result runs the
 * answer to a request, so that operations which Next calls on its behalf find the peer. No header carries it, so no
 * caller can forge it.
 */
export function openPeers(): <Result>(address: string | undefined, work: () => Result) => Result {
  shared[GLOBAL_KEY] ??= new AsyncLocalStorage()
  const peers = shared[GLOBAL_KEY]
  return (address, work) => peers.run({ address }, work)
}

/** The peer of the call that is being answered. */
export function currentPeer(): Peer {
  const peers = shared[GLOBAL_KEY]
  return peers === undefined ? null : peers.getStore()?.address
}

/** Whether this process sees the sockets of its callers. */
export function ownsSockets(): boolean {
  return shared[GLOBAL_KEY] !== undefined
}
