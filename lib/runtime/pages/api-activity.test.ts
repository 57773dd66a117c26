import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openApiActivity } from './api-activity'

/** Requests whose answers end when the returned function is called, at times that the test sets. */
function world() {
  let now = 0
  const { isAnswering, isWaiting, counted } = openApiActivity(() => now)
  const listener = counted(() => undefined)
  const arrive = () => {
    const response = new EventEmitter()
    listener({} as IncomingMessage, response as ServerResponse)
    return () => response.emit('close')
  }
  const pass = (ms: number) => {
    now += ms
  }
  return { isAnswering, isWaiting, arrive, pass }
}

test('nothing waits before the first request', () => {
  expect(world().isWaiting()).toBe(false)
})

test('a request waits until it is answered, and a moment longer others are expected', () => {
  const { isAnswering, isWaiting, arrive, pass } = world()
  const answered = arrive()
  pass(20)
  expect(isWaiting()).toBe(true)
  expect(isAnswering()).toBe(true)
  answered()
  expect(isAnswering()).toBe(false)
  pass(4)
  expect(isWaiting()).toBe(true)
  pass(1)
  expect(isWaiting()).toBe(false)
})

test('a request that takes longer than a second does not hold up pages any more, others do', () => {
  const { isWaiting, arrive, pass } = world()
  arrive()
  pass(1000)
  expect(isWaiting()).toBe(false)
  arrive()
  pass(20)
  expect(isWaiting()).toBe(true)
})

test('connections are counted', async () => {
  const { connections } = openApiActivity()
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await once(connect((server.address() as AddressInfo).port, '127.0.0.1'), 'close')
  expect(connections()).toBe(1)
  server.close()
})
