import { brotliCompressSync, gzipSync } from 'node:zlib'
import {
  compressed,
  deepReply,
  dripping,
  MEGABYTE,
  poured,
  sendOneByteChunks,
} from '../../lib/probers/test-hostile-answers'
import { HOSTILE_APIS } from './hostile-apis'
import { HOSTILE_LISTINGS } from './hostile-listings'
import { answerJson, type HostileKind, overTcp, type ServedMessage } from './mcp-answers'

const JSON_TYPE = 'application/json'
const STREAM_TYPE = 'text/event-stream'

/** Hostile servers by name. `goodOrigin`: another allowed origin. */
export function hostileKinds(goodOrigin: string): Record<string, HostileKind> {
  return {
    ...UNENDING,
    ...TOO_LARGE,
    ...BROKEN,
    ...HOSTILE_LISTINGS,
    ...HOSTILE_APIS,
    'a redirect to the metadata address': redirect('http://169.254.169.254/latest/meta-data/'),
    'a redirect to another allowed origin': redirect(`${goodOrigin}/mcp`, 308),
    'a redirect to a file': redirect('file:///etc/passwd'),
    'a redirect loop': redirect('/mcp'),
  }
}

function redirect(location: string, status = 307): HostileKind {
  return { http: (_, response) => response.writeHead(status, { location }).end() }
}

const UNENDING: Record<string, HostileKind> = {
  'never answers': { http: () => undefined },
  'a byte a second': { http: dripping(JSON_TYPE, ' ', 1000) },
  'a head of a byte a second': overTcp((socket) => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-slow: '
    let at = 0
    const timer = setInterval(() => socket.write(head[at++] ?? 'x'), 1000)
    socket.once('close', () => clearInterval(timer))
  }),
  'a body without end': { http: poured(JSON_TYPE, MEGABYTE) },
  'comments without end': { http: poured(STREAM_TYPE, ': nothing\n\n') },
  'events without end': { http: poured(STREAM_TYPE, 'data: {"jsonrpc":"2.0","method":"ping"}\n\n') },
  'one event without end': { http: poured(STREAM_TYPE, 'data: x\n') },
  'a comment a second': { http: dripping(STREAM_TYPE, ': alive\n\n', 1000) },
  'a flood of interim answers': overTcp((socket) => {
    const flood = Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(1000))
    const write = () => {
      while (!socket.destroyed && socket.write(flood));
      socket.once('drain', write)
    }
    write()
  }),
  'credentials asked for with metadata without end': {
    http: (message: ServedMessage, response, request) => {
      if (message.method === 'GET' || request.url !== '/mcp')
        poured(JSON_TYPE, MEGABYTE)(message as never, response, request)
      else response.writeHead(401).end()
    },
  },
}

const TOO_LARGE: Record<string, HostileKind> = {
  'a gzip bomb': { http: compressed('gzip', gzipSync(Buffer.alloc(100_000_000))) },
  'a brotli bomb': { http: compressed('br', brotliCompressSync(Buffer.alloc(100_000_000))) },
  'chunks of one byte': overTcp((socket) =>
    sendOneByteChunks(socket, 'content-type: application/json\r\n', () => 0x20, 8_000_000),
  ),
  'JSON of a million arrays': {
    http: (_, response) => response.writeHead(200, { 'content-type': JSON_TYPE }).end(`[${'[],'.repeat(1e6)}[]]`),
  },
  'JSON 100,000 deep': {
    http: ({ id }, response) => response.writeHead(200, { 'content-type': JSON_TYPE }).end(deepReply(id)),
  },
  'huge headers': { http: (_, response) => response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end() },
}

const BROKEN: Record<string, HostileKind> = {
  'half-closed sockets': overTcp((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{')),
  'a reset in the middle': overTcp((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{', () =>
      socket.resetAndDestroy(),
    )
  }),
  'a web page': {
    http: (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'.repeat(1e6)),
  },
  'bytes of no kind': {
    http: (_, response) => response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(MEGABYTE),
  },
  'wrong ids': {
    http: (message: ServedMessage, response) =>
      answerJson({ ...message, id: (message.id ?? 0) + 1 }, response, { tools: [] }),
  },
}
