import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Responder } from './test-mcp'

/** Answers of hostile servers, shared by the tests of the probers and by the bench `hostile`. */

export const MEGABYTE = Buffer.alloc(1_000_000, 'x')

/** Writes while the client reads, at most `pieces` times. */
function pour(response: ServerResponse, piece: Buffer | string, pieces = Number.POSITIVE_INFINITY): void {
  let left = pieces
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(piece)) {
        response.once('drain', write)
        return
      }
    }
    response.end()
  }
  write()
}

/** A body that repeats a piece, without end unless `pieces` is given. */
export function poured(contentType: string, piece: Buffer | string, pieces?: number): Responder {
  return (_, response) => {
    response.writeHead(200, { 'content-type': contentType })
    pour(response, piece, pieces)
  }
}

/** A body that is compressed already. */
export function compressed(encoding: string, body: Buffer): Responder {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body)
  }
}

/** A piece now and then, until the client closes. */
export function dripping(contentType: string, piece: string, everyMs: number): Responder {
  return (_, response) => {
    response.writeHead(200, { 'content-type': contentType })
    const timer = setInterval(() => response.write(piece), everyMs)
    response.once('close', () => clearInterval(timer))
  }
}

const DEEP = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

/** A reply nested 100,000 deep. */
export function deepReply(id: number | null): string {
  return `{"jsonrpc":"2.0","id":${id},"result":{"supportedVersions":["2026-07-28"],"x":${DEEP}}}`
}

/** Sends a body in chunks of one byte each, as many to a write as fit; ends after `count`. */
export function sendOneByteChunks(socket: Socket, head: string, body: (at: number) => number, count: number): void {
  socket.write(`HTTP/1.1 200 OK\r\n${head}transfer-encoding: chunked\r\n\r\n`)
  let at = 0
  const write = () => {
    while (at < count && !socket.destroyed) {
      const many = Math.min(10_000, count - at)
      const bytes = Array.from({ length: many }, (_, index) => body(at + index))
      at += many
      if (!socket.write(Buffer.from(bytes.flatMap((byte) => [0x31, 13, 10, byte, 13, 10])))) {
        socket.once('drain', write)
        return
      }
    }
    if (at === count) socket.end('0\r\n\r\n')
  }
  write()
}
