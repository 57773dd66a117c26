import { connect, type Socket } from 'node:net'
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'

export interface Load {
  rps: number
  p50Ms: number
  p99Ms: number
}

export const CONNECTIONS = 16
/**
 * Requests of one connection. Each connection has others in another order, as the server could answer equal ones once
 * for all.
 */
const REQUESTS_OF_A_CONNECTION = 4000
const BUFFER_BYTES = 65_536
const HEAD_END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('\r\n0\r\n\r\n')

/**
 * Random reads from 16 connections for some seconds, one in flight on each. Throws when any answer is not a 200. The
 * generator shares the machine with the server, so it does as little as it can: requests are made before, answers land
 * in one buffer a connection, and only their head and end are read.
 */
export async function loadOf(
  url: string,
  pathOf: () => string,
  seconds: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<Load> {
  const { hostname } = new URL(url)
  const request = () => requestFor(hostname, pathOf(), headers)
  return loadOfRequests(url, () => Array.from({ length: REQUESTS_OF_A_CONNECTION }, request), seconds)
}

export function requestFor(host: string, path: string, headers: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
}

/** As `loadOf`, with whole requests as bytes; `requestsOf` makes those of one connection. */
export function loadOfRequests(url: string, requestsOf: () => Buffer[], seconds: number): Promise<Load> {
  return loadOfConnections(url, Array.from({ length: CONNECTIONS }, requestsOf), { seconds })
}

/**
 * As `loadOfRequests`, over a connection for each list of requests. `once`: each request is sent once at most, so that
 * a list that is used up ends its connection.
 */
export async function loadOfConnections(
  url: string,
  requests: readonly Buffer[][],
  { seconds, once = false }: { seconds: number; once?: boolean },
): Promise<Load> {
  const latencies = createHistogram()
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  await Promise.all(requests.map((own) => new Reader(url, own, { endsAt, once }, latencies).finished))
  const elapsed = (performance.now() - startedAt) / 1000
  const ms = (percentile: number) => Math.round(latencies.percentile(percentile) / 1e4) / 100
  return { rps: latencies.count / elapsed, p50Ms: ms(50), p99Ms: ms(99) }
}

/**
 * Latencies in ms of reads that are sent at fixed moments, so many a second, whether or not those before them were
 * answered. Throws when any answer is not a 200.
 */
export async function pacedReads(
  addressOf: () => string,
  headers: Readonly<Record<string, string>>,
  { seconds, aSecond }: { seconds: number; aSecond: number },
): Promise<{ p50: number; p99: number }> {
  const latencies = createHistogram()
  const readOne = async () => {
    const sentAt = performance.now()
    const response = await fetch(addressOf(), { headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`a read was answered ${response.status}`)
    latencies.record(Math.max(1, Math.round((performance.now() - sentAt) * 1e6)))
  }
  const reads: Promise<void>[] = []
  const startedAt = performance.now()
  for (let at = 0; at < seconds * aSecond; at += 1) {
    await setTimeout(Math.max(0, startedAt + (at * 1000) / aSecond - performance.now()))
    reads.push(readOne())
  }
  await Promise.all(reads)
  return { p50: latencies.percentile(50) / 1e6, p99: latencies.percentile(99) / 1e6 }
}

/** The loop of one connection: sends the next request when the answer to the last is complete. */
class Reader {
  readonly finished: Promise<void>
  readonly #requests: Buffer[]
  readonly #isOver: () => boolean
  readonly #latencies: RecordableHistogram
  readonly #socket: Socket
  #sent = 0
  #sentAt = 0
  /** The part of an answer received so far; null between answers. Nearly every answer comes in one piece. */
  #part: Buffer | null = null

  constructor(
    url: string,
    requests: Buffer[],
    { endsAt, once }: { endsAt: number; once: boolean },
    latencies: RecordableHistogram,
  ) {
    const { hostname, port } = new URL(url)
    this.#isOver = () => performance.now() >= endsAt || (once && this.#sent >= requests.length)
    this.#latencies = latencies
    this.#requests = requests
    const onread = {
      buffer: Buffer.allocUnsafe(BUFFER_BYTES),
      callback: (length: number, bytes: Uint8Array) => this.#take(length, bytes),
    }
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true, onread })
    this.finished = new Promise((resolve, reject) => {
      this.#socket.on('connect', () => this.#send())
      this.#socket.on('error', reject)
      this.#socket.on('close', () => (this.#isOver() ? resolve() : reject(new Error('the server closed a connection'))))
    })
  }

  #send(): void {
    this.#sentAt = performance.now()
    this.#socket.write(this.#requests[this.#sent % this.#requests.length] ?? '')
    this.#sent += 1
  }

  /** Returns whether to go on reading: always true. */
  #take(length: number, bytes: Uint8Array): boolean {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, length)
    const answer = this.#part === null ? piece : Buffer.concat([this.#part, piece])
    if (!isWhole(answer)) {
      this.#part = this.#part === null ? Buffer.from(piece) : answer
      return true
    }
    this.#part = null
    if (answer.toString('latin1', 9, 12) !== '200')
      this.#socket.destroy(new Error(`not a 200: ${answer.toString('latin1', 0, 300)}`))
    const now = performance.now()
    this.#latencies.record(Math.max(1, Math.round((now - this.#sentAt) * 1e6)))
    if (this.#isOver()) this.#socket.end()
    else this.#send()
    return true
  }
}

/** Whether head and body of an answer are complete, by its length or its last chunk. */
function isWhole(answer: Buffer): boolean {
  const head = answer.indexOf(HEAD_END)
  if (head === -1) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', 0, head))?.[1]
  if (length !== undefined) return answer.length >= head + HEAD_END.length + Number(length)
  return answer.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
}
