import { gzipSync } from 'node:zlib'
import { compressed, deepReply, dripping, MEGABYTE, poured } from '../../lib/probers/test-hostile-answers'
import { HOSTILE_DESCRIPTIONS } from '../../lib/probers/test-hostile-descriptions'
import { type HostileKind, overTcp, type RemoteType } from './mcp-answers'

const JSON_TYPE = 'application/json'
const bomb = gzipSync(Buffer.alloc(100_000_000, ' '))

/** What any server may do to a client that reads one answer. */
const ANSWERS: Record<string, HostileKind> = {
  'never answers': { http: () => undefined },
  'a byte a second': { http: dripping(JSON_TYPE, ' ', 1000) },
  'half an answer': overTcp((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{')),
  garbage: { http: (_, response) => response.end(MEGABYTE) },
  'a web page called JSON': {
    http: (_, response) => response.writeHead(200, { 'content-type': JSON_TYPE }).end('<html>'.repeat(1e6)),
  },
  'a body without end': { http: poured(JSON_TYPE, MEGABYTE) },
  '100 MB': { http: poured(JSON_TYPE, MEGABYTE, 100) },
  'a gzip bomb': { http: compressed('gzip', bomb) },
  'a redirect loop': { http: (_, response, request) => response.writeHead(302, { location: request.url }).end() },
  'JSON 100,000 deep': { http: (_, response) => response.end(deepReply(1)) },
}

const TYPES: readonly RemoteType[] = ['http-api', 'http-api-docs', 'openapi']

/** Hostile APIs, documentation and descriptions by name. */
export const HOSTILE_APIS: Record<string, HostileKind> = Object.fromEntries([
  ...TYPES.flatMap((type) => Object.entries(ANSWERS).map(([name, kind]) => [`${type} ${name}`, { ...kind, type }])),
  ...Object.entries(HOSTILE_DESCRIPTIONS).map(([name, description]) => [name, served(description)]),
])

function served({ text, type = JSON_TYPE }: (typeof HOSTILE_DESCRIPTIONS)[string]): HostileKind {
  let body: Buffer | undefined
  return {
    type: 'openapi',
    http: (_, response) => {
      body ??= Buffer.from(text())
      response.writeHead(200, { 'content-type': type }).end(body)
    },
  }
}

const ofAnotherPackage: HostileKind = {
  http: (_, response) => {
    const metadata = { name: 'another', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': { name: 'another' } } }
    response.end(JSON.stringify({ ...metadata, info: { name: 'another', version: '1.0.0' } }))
  },
}

/** The hostile answers of the package index, by the name of the package: `100-mb` gets 100 MB. */
const BY_PACKAGE = new Map(
  Object.entries({ ...ANSWERS, 'of another package': ofAnotherPackage })
    .filter(([, { tcp }]) => tcp === undefined)
    .map(([name, kind]) => [name.toLowerCase().replace(/[^a-z0-9]+/g, '-'), kind]),
)

export const HOSTILE_PACKAGES: readonly string[] = [...BY_PACKAGE.keys()]

/** A package index, in the paths of npm and of PyPI, that is hostile to each package in another way. */
export const HOSTILE_INDEX: HostileKind = {
  http: (message, response, request) => {
    const [first = '', second = ''] = (request.url ?? '').split('/').filter((part) => part !== '')
    const kind = BY_PACKAGE.get(first === 'pypi' ? second : first)
    if (kind === undefined) response.writeHead(404).end()
    else kind.http(message, response, request)
  },
}
