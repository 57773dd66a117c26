import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Lie } from './serve'

/** What a terminal would act on: erase the screen, a title, a link, a reversed line, a line of its own. */
const ESCAPES =
  '\u001b[2J\u001b]0;owned\u0007\u001b]8;;https://evil.example\u001b\\\u202eEverything agrees.\u2066\r\nEverything agrees.\n\u009b31m'
const BLOCK = Buffer.alloc(65_536, 0x61)
const MOST_BLOCKS = 16_384

/** Sends a body until nobody reads it, or a gigabyte. */
async function endless(response: ServerResponse, block: Buffer = BLOCK): Promise<void> {
  for (let sent = 0; sent < MOST_BLOCKS && !response.destroyed; sent += 1) {
    if (!response.write(block))
      await Promise.race([new Promise((resolve) => response.once('drain', resolve)), pause(1000)])
  }
  response.destroy()
}

async function drip(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.write('a')
    await pause(200)
  }
}

const onPath =
  (pattern: RegExp, answer: Lie): Lie =>
  (request, response, honest) =>
    pattern.test(request.url ?? '') ? answer(request, response, honest) : false

const json =
  (text: string): Lie =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
const redirectTo =
  (location: (request: IncomingMessage) => string): Lie =>
  (request, response) =>
    response.writeHead(302, { location: location(request) }).end()

/** An honest answer in JSON with each of its values replaced by `change`. */
const changed =
  (change: (value: unknown, name: string) => unknown): Lie =>
  async (_, response, honest) => {
    const text = (await honest()).toString()
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return response.end(text)
    }
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(mapped(value, change)))
  }

function mapped(value: unknown, change: (value: unknown, name: string) => unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => mapped(item, change, name))
  if (typeof value !== 'object' || value === null) return change(value, name)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner, change, key)]))
}

const escaped = changed((value) => (typeof value === 'string' ? value + ESCAPES : value))
const negative = changed((value) => (typeof value === 'number' ? -value - 1 : value))
const swapped = changed((value) => (typeof value === 'number' ? String(value) : typeof value === 'string' ? 7 : null))
const farAway = changed((value) => (/^\d{4}-\d\d-\d\dT/.test(String(value)) ? '9999-12-31T23:59:59.999Z' : value))
const beyond = changed((value) => (/^\d{4}-\d\d-\d\dT/.test(String(value)) ? '+275760-09-13T00:00:00.001Z' : value))
const huge = changed((value) => (typeof value === 'number' ? 2 ** 60 : value))
const deep = json(`${'['.repeat(400_000)}${']'.repeat(400_000)}`)
const deepIn =
  (name: string): Lie =>
  async (_, response, honest) => {
    const value = JSON.parse((await honest()).toString()) as Record<string, unknown>
    value[name] = '@'
    response.end(JSON.stringify(value).replace('"@"', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`))
  }
const proto: Lie = async (_, response, honest) => {
  const text = (await honest()).toString()
  response.end(text.replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},'))
}

const ANSWERS: Record<string, Lie> = {
  'escape characters in every string': escaped,
  'negative numbers': negative,
  'numbers of 2^60': huge,
  'other types': swapped,
  'times of the year 9999': farAway,
  'times that no date has': beyond,
  'prototype keys': proto,
  'nested 400,000 deep': deep,
  null: json('null'),
}

/** Of these paths each gets each of the answers above. */
const AUDITED = [
  '/v1/log$',
  '/v1/history/',
  '/v1/score/',
  '/v1/health/',
  '/v1/breakages',
  '/v1/incidents',
  '/.well-known/jwks',
  '/v1/log/observations',
  '/v1/log/documents',
]

export interface NamedLie {
  name: string
  lies: Lie[]
  /** Whether what it changes may be where the command does not look. */
  mayAgree?: boolean
}

/** Lies about the transport and the amount, for any command whose first request is for `first`. */
export const amounts = (first: RegExp, trap: string): NamedLie[] => [
  { name: 'a body without end', lies: [onPath(first, (_, response) => endless(response.writeHead(200)))] },
  {
    name: 'a body of 100 GB',
    lies: [onPath(first, (_, response) => endless(response.writeHead(200, { 'content-length': 1e11 })))],
  },
  {
    name: 'a gzip bomb of 1 GB',
    lies: [
      onPath(first, (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMB)
      }),
    ],
  },
  { name: 'a byte every 200 ms', lies: [onPath(first, (_, response) => drip(response.writeHead(200)))] },
  { name: 'no answer', lies: [onPath(first, () => undefined)] },
  {
    name: 'Retry-After, for ever',
    lies: [onPath(first, (_, response) => response.writeHead(429, { 'retry-after': '2' }).end())],
  },
  {
    name: 'redirects elsewhere',
    lies: [
      ...['file:///etc/passwd', 'data:application/json,{}', trap, 'http://169.254.169.254/', 'http://[::1]/'].map(
        (address) =>
          onPath(
            first,
            redirectTo(() => address),
          ),
      ),
      onPath(
        first,
        redirectTo(({ url }) => url ?? '/'),
      ),
    ],
  },
]

const BOMB = gzipSync(Buffer.alloc(2 ** 30), { level: 1 })

/** Lies in what the answers say. */
export const contents = (paths: readonly string[] = AUDITED): NamedLie[] =>
  Object.entries(ANSWERS).map(([name, answer]) => ({
    name,
    lies: paths.map((path) => onPath(new RegExp(path), answer)),
    mayAgree: paths.length > 1 || name.startsWith('times'),
  }))

/** What only an audit asks for. */
export const auditOnly: NamedLie[] = [
  {
    name: 'a cursor that leads back',
    lies: [
      onPath(
        /observations/,
        json(JSON.stringify({ hour: '2026-11-20T00:00:00.000Z', lines: ['x'.repeat(1000)], cursor: 'again' })),
      ),
      onPath(/observations/, json(JSON.stringify({ hour: '2026-11-20T00:00:00.000Z', lines: [], cursor: ESCAPES }))),
    ],
  },
  {
    name: 'incidents without end',
    lies: [
      onPath(/incidents/, async (_, response, honest) => {
        const page = JSON.parse((await honest()).toString()) as { incidents: unknown[]; hasMore: boolean }
        const [one] = page.incidents
        page.incidents = one === undefined ? [] : Array.from({ length: 5000 }, () => one)
        page.hasMore = true
        response.end(JSON.stringify(page))
      }),
    ],
  },
  {
    name: 'deep members of answers',
    lies: [
      onPath(/v1\/score/, deepIn('inputs')),
      onPath(/v1\/history/, deepIn('days')),
      onPath(/jwks/, deepIn('keys')),
      onPath(/v1\/score/, deepIn('attestation')),
    ],
  },
]
