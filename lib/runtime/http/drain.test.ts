import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { openDrain } from './drain'

const TIMES = { idleMs: 300, cutAfterMs: 3000 }
let server: Server
let waitMs = 5

async function listen(): Promise<number> {
  server = createServer(async (_, response) => {
    await wait(waitMs)
    response.end('answer')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

interface Seen {
  answered: number
  /** Requests sent whose connection ended without an answer. */
  lost: number
  /** Whether the last answer said that the connection closes. */
  saidClose: boolean
}

/**
 * A client that sends the next request as soon as it has an answer, `pauseMs` later, until its connection is closed.
 */
function busyClient(port: number, pauseMs: number): { seen: Seen; done: Promise<Seen> } {
  const seen: Seen = { answered: 0, lost: 0, saidClose: false }
  const socket = connect(port, '127.0.0.1')
  let isWaiting = false
  const send = () => {
    if (socket.destroyed || !socket.writable) return
    isWaiting = true
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  }
  socket.on('connect', send)
  socket.on('data', (bytes) => {
    isWaiting = false
    seen.answered += 1
    seen.saidClose = /^connection: close\r$/im.test(bytes.toString())
    if (seen.saidClose) return
    if (pauseMs === 0) send()
    else setTimeout(send, pauseMs)
  })
  const done = new Promise<Seen>((resolve) => {
    socket.on('error', () => socket.destroy())
    socket.on('close', () => resolve({ ...seen, lost: isWaiting ? 1 : 0 }))
  })
  return { seen, done }
}

describe('a server that stops', () => {
  afterEach(() => server.closeAllConnections())

  test('none of 130 busy clients loses a request, and each learns that its connection closes', async () => {
    const port = await listen()
    const drain = openDrain(server, TIMES)
    const clients = Array.from({ length: 130 }, (_, i) => busyClient(port, i % 13))
    await expect.poll(() => clients.every(({ seen }) => seen.answered > 1), { timeout: 20_000 }).toBe(true)
    drain.begin()
    await drain.end()
    const seen = await Promise.all(clients.map(({ done }) => done))
    expect(seen.reduce((sum, { lost }) => sum + lost, 0)).toBe(0)
    expect(seen.filter(({ saidClose }) => !saidClose)).toEqual([])
  })

  test('a connection without a request is closed after a while, one whose answer never comes in the end', async () => {
    const port = await listen()
    const drain = openDrain(server, { idleMs: 100, cutAfterMs: 400 })
    waitMs = 5
    const idle = connect(port, '127.0.0.1')
    await new Promise((resolve) => idle.on('connect', resolve))
    waitMs = 60_000
    const stuck = busyClient(port, 0)
    await wait(50)
    idle.resume()
    await drain.end()
    expect(await stuck.done).toMatchObject({ answered: 0, lost: 1 })
    await expect.poll(() => idle.destroyed).toBe(true)
  })
})
