import { connect, type Socket } from 'node:net'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'

export interface Load {
  rps: number
  p50Ms: number
  p99Ms: number
}

const CONNECTIONS = 16
/** Requests of one connection. Each has its own, in its own order: were they the same, the server could answer one for all. */
const REQUESTS_OF_A_CONNECTION = 4000

/**
 * Random reads from 16 connections for some seconds, one under way on each. Throws when any answer is not a 200. The generator shares
 * the machine with what it loads, so it does as little as it can: requests are made beforehand, and of an answer only the
 * status line and the end are looked at.
 */
export async function loadOf(url: string, pathOf: () => string, seconds: number): Promise<Load> {
  const { hostname, port } = new URL(url)
  const latencies = createHistogram()
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  const readers = Array.from({ length: CONNECTIONS }, () => {
    const requests = Array.from({ length: REQUESTS_OF_A_CONNECTION }, () =>
      Buffer.from(`GET ${pathOf()} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`),
    )
    return readUntil(connect(Number(port), hostname), requests, endsAt, latencies)
  })
  await Promise.all(readers)
  const elapsed = (performance.now() - startedAt) / 1000
  const ms = (percentile: number) => Math.round(latencies.percentile(percentile) / 1e4) / 100
  return { rps: latencies.count / elapsed, p50Ms: ms(50), p99Ms: ms(99) }
}

/** One connection's loop: the next request leaves when the answer before it is whole. */
function readUntil(
  socket: Socket,
  requests: readonly Buffer[],
  endsAt: number,
  latencies: RecordableHistogram,
): Promise<void> {
  let sent = 0
  let sentAt = 0
  let answer = ''
  const send = () => {
    sentAt = performance.now()
    socket.write(requests[sent % requests.length] ?? '')
    sent += 1
  }
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      socket.destroy()
      reject(new Error(why))
    }
    socket.setNoDelay(true).setEncoding('latin1')
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () =>
      performance.now() < endsAt ? reject(new Error('the server closed a connection')) : resolve(),
    )
    socket.on('data', (text: string) => {
      answer = answer === '' ? text : answer + text
      if (!isWhole(answer)) return
      if (!answer.startsWith('HTTP/1.1 200')) return fail(`not a 200: ${answer.slice(0, 300)}`)
      const now = performance.now()
      latencies.record(Math.max(1, Math.round((now - sentAt) * 1e6)))
      answer = ''
      if (now < endsAt) send()
      else socket.end()
    })
  })
}

/** Whether an answer's head and body are all there, by its length or its last chunk. */
function isWhole(answer: string): boolean {
  const head = answer.indexOf('\r\n\r\n')
  if (head === -1) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1]
  return length === undefined ? answer.endsWith('\r\n0\r\n\r\n') : answer.length >= head + 4 + Number(length)
}
