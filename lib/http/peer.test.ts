import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { currentPeer, openPeers } from './peer'

const GLOBAL_KEY = Symbol.for('assay.peers')
const forget = () => {
  Reflect.deleteProperty(globalThis, GLOBAL_KEY)
}
// Other suites of the process may have opened them.
beforeEach(forget)
afterEach(forget)

test('a host that shows no sockets has null for every call', () => {
  expect(currentPeer()).toBeNull()
})

test('a process with its own sockets knows the peer of each call, also of those under way at once', async () => {
  const withPeer = openPeers()
  const answer = async () => {
    await setTimeout(1)
    return currentPeer()
  }
  const asked = ['192.0.2.1', undefined, '192.0.2.2'].map((address) => withPeer(address, answer))
  expect(await Promise.all(asked)).toEqual(['192.0.2.1', undefined, '192.0.2.2'])
})

test('outside of any call such a process knows no peer, and is no such host', () => {
  openPeers()
  expect(currentPeer()).toBeUndefined()
})
