import { createSocket } from 'node:dgram'
import { getEventListeners } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Agent, request } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSafeFetch, type DialRules, type SafeInit, safeFetch } from './safe-fetch'
import { checkedLookup, isPublicAddress, resolveByDns, setupCheckAddress } from './safe-fetch/address'
import cases from './safe-fetch/safe-fetch.cases.json' with { type: 'json' }
import { HOSTILE_URLS } from './safe-fetch/test-hostile-urls'

const NOBODY: DialRules = { allowedOrigins: [] }

/** A server on loopback; resolves to its origin. */
async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler)
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function initFor(origins: readonly string[], init: Partial<SafeInit> = {}): SafeInit {
  return { maxBytes: 100_000, signal: AbortSignal.timeout(20_000), rules: { allowedOrigins: origins }, ...init }
}

function verdictOn(address: string, rules = NOBODY): string {
  try {
    setupCheckAddress(address, rules)
    return 'may be dialled'
  } catch (error) {
    return (error as { refusal: string }).refusal
  }
}

describe('public addresses', () => {
  test.each(cases.publicAddresses as [string, boolean][])('%s: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })

  test('an IPv4 address within IPv6 is public if it is alone', () => {
    const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
    fc.assert(
      fc.property(octets, (parts) => {
        const dotted = parts.join('.')
        const hex = parts.map((part) => part.toString(16).padStart(2, '0'))
        const groups = `${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`
        expect(isPublicAddress(`::ffff:${groups}`)).toBe(isPublicAddress(dotted))
        expect(isPublicAddress(`64:ff9b::${groups}`)).toBe(isPublicAddress(dotted))
        expect(isPublicAddress(`::${groups}`)).toBe(false)
      }),
    )
  })
})

describe('addresses by their text', () => {
  test.each(cases.addressTexts)('%s: %s', (address, verdict) => {
    expect(verdictOn(address)).toBe(verdict)
  })

  test('an origin is allowed exactly: scheme, host and port', () => {
    const rules = { allowedOrigins: ['http://127.0.0.1:3901'] }
    expect(verdictOn('http://127.0.0.1:3901/mcp', rules)).toBe('may be dialled')
    expect(verdictOn('http://127.0.0.1:3902/mcp', rules)).toBe('not_a_public_address')
    expect(verdictOn('https://127.0.0.1:3901/mcp', rules)).toBe('not_a_public_address')
    expect(verdictOn('http://localhost:3901/mcp', rules)).toBe('not_a_public_name')
    expect(verdictOn('http://user@127.0.0.1:3901/mcp', rules)).toBe('credentials_in_url')
  })
})

describe('hostile addresses', () => {
  test.each(HOSTILE_URLS)('%j is not dialled', async (url) => {
    // Every name resolves to a private address.
    const fetch = createSafeFetch(async () => ['169.254.169.254'])
    await expect(fetch(url, initFor([]))).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  })

  test('are many', () => {
    expect(HOSTILE_URLS.length).toBeGreaterThan(250)
  })
})

describe('names', () => {
  const isHere = (address: string) => address === '127.0.0.1'

  test('one private address among public ones refuses the name', async () => {
    const fetch = createSafeFetch(async () => ['93.184.216.34', '2606:2800::1', '10.0.0.1'])
    const refused = fetch('http://inside.example.com/', initFor([]))
    await expect(refused).rejects.toMatchObject({ code: 'ADDRESS_REFUSED', refusal: 'not_a_public_address' })
  })

  test.each([[[]], [['']], [['nonsense']]])(
    'an answer without a usable address (%j) is not dialled',
    async (addresses) => {
      const fetch = createSafeFetch(async () => addresses)
      await expect(fetch('http://odd.example.com/', initFor([]))).rejects.toMatchObject({
        code: addresses.length === 0 ? 'NAME_NOT_RESOLVED' : 'ADDRESS_REFUSED',
      })
    },
  )

  test('a name that does not resolve is a NameNotResolved with its cause', async () => {
    const cause = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    const fetch = createSafeFetch(() => Promise.reject(cause))
    await expect(fetch('http://gone.example.com/', initFor([]))).rejects.toMatchObject({
      code: 'NAME_NOT_RESOLVED',
      cause,
    })
  })

  test('the address that was checked is the one dialled: a name is resolved once for each connection', async () => {
    const origin = await serve((_, response) => response.end('here'))
    const answers = ['127.0.0.1', '10.0.0.1']
    let asked = 0
    const lookup = checkedLookup(async () => [answers[asked++] ?? ''], isHere)
    const agent = new Agent({ connect: { lookup } })
    onTestFinished(() => agent.destroy())
    const { body } = await request(`http://rebinding.example.com:${new URL(origin).port}/`, { dispatcher: agent })
    expect(await body.text()).toBe('here')
    expect(asked).toBe(1)
  })

  test('a name that resolves to a private address later is refused at its next connection', async () => {
    const origin = await serve((_, response) => response.setHeader('connection', 'close').end('here'))
    const answers = ['127.0.0.1', '10.0.0.1']
    const lookup = checkedLookup(async () => [answers.shift() ?? ''], isHere)
    const agent = new Agent({ connect: { lookup } })
    onTestFinished(() => agent.destroy())
    const url = `http://rebinding.example.com:${new URL(origin).port}/`
    await (await request(url, { dispatcher: agent })).body.dump()
    await expect(request(url, { dispatcher: agent })).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  })

  test('a socket that asks for one address gets the first', async () => {
    const lookup = checkedLookup(
      async () => ['127.0.0.1', '::1'],
      () => true,
    )
    const got = await new Promise((resolve) => lookup('x.example.com', { all: false }, (...parts) => resolve(parts)))
    expect(got).toEqual([null, '127.0.0.1', 4])
  })
})

describe('DNS', () => {
  const A = 1
  const AAAA = 28
  const REFUSED = 5
  const NO_SUCH_NAME = 3

  /** A name server on loopback; `answer` gives the address of a type, an error code, or undefined: no answer. */
  async function nameServer(answer: (type: number) => Buffer | number | undefined): Promise<string> {
    const socket = createSocket('udp4')
    socket.on('message', (query, from) => {
      const nameEnd = query.indexOf(0, 12) + 1
      const said = answer(query.readUInt16BE(nameEnd))
      if (said === undefined) return
      const question = query.subarray(12, nameEnd + 4)
      const found = typeof said === 'number' ? [] : [said]
      const head = Buffer.from([
        ...query.subarray(0, 2),
        0x81,
        0x80 | (found.length === 0 ? Number(said) : 0),
        0,
        1,
        0,
        found.length,
        0,
        0,
        0,
        0,
      ])
      const records = found.map((address) =>
        Buffer.concat([
          Buffer.from([0xc0, 12]),
          query.subarray(nameEnd, nameEnd + 4),
          Buffer.from([0, 0, 0, 60, 0, address.length]),
          address,
        ]),
      )
      socket.send(Buffer.concat([head, question, ...records]), from.port, from.address)
    })
    socket.bind(0, '127.0.0.1')
    await new Promise((resolve) => socket.once('listening', resolve))
    onTestFinished(() => void socket.close())
    return `127.0.0.1:${socket.address().port}`
  }

  const v4 = Buffer.from([93, 184, 216, 34])
  const v6 = Buffer.from('20010db8000000000000000000000001', 'hex')

  test('both families are queried, IPv4 first', async () => {
    const resolve = resolveByDns([await nameServer((type) => (type === A ? v4 : v6))])
    expect(await resolve('a.example.com')).toEqual(['93.184.216.34', '2001:db8::1'])
  })

  test('one family is enough, also where the other is not answered', async () => {
    const onlyV4 = resolveByDns([await nameServer((type) => (type === A ? v4 : undefined))])
    expect(await onlyV4('a.example.com')).toEqual(['93.184.216.34'])
    const onlyV6 = resolveByDns([await nameServer((type) => (type === AAAA ? v6 : 0))])
    expect(await onlyV6('a.example.com')).toEqual(['2001:db8::1'])
  })

  test.each([
    ['no such name', NO_SUCH_NAME],
    ['a name without addresses', 0],
    ['a name server that refuses', REFUSED],
  ])('%s did not resolve', async (_, code) => {
    const fetch = createSafeFetch(resolveByDns([await nameServer(() => code)]))
    await expect(fetch('http://a.example.com/', initFor([]))).rejects.toMatchObject({ code: 'NAME_NOT_RESOLVED' })
  })

  test('an unreachable name server is a ResolverUnreachable', async () => {
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    await new Promise((resolve) => socket.once('listening', resolve))
    const server = `127.0.0.1:${socket.address().port}`
    await new Promise<void>((resolve) => socket.close(resolve))
    const fetch = createSafeFetch(resolveByDns([server]))
    await expect(fetch('http://a.example.com/', initFor([]))).rejects.toMatchObject({ code: 'RESOLVER_UNREACHABLE' })
  })

  test('a name of a private address is refused', async () => {
    const fetch = createSafeFetch(
      resolveByDns([await nameServer((type) => (type === A ? Buffer.from([127, 0, 0, 1]) : 0))]),
    )
    await expect(fetch('http://a.example.com/', initFor([]))).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  })
})

describe('redirects', () => {
  test('are followed up to three, each checked again', async () => {
    const origin = await serve((incoming, response) => {
      const left = Number(incoming.url?.slice(1))
      if (left === 0) response.end('arrived')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    const answer = await safeFetch(`${origin}/3`, initFor([origin]))
    expect(answer).toMatchObject({ status: 200, url: `${origin}/0`, redirected: true })
    expect(answer.body.toString()).toBe('arrived')
    await expect(safeFetch(`${origin}/4`, initFor([origin]))).rejects.toMatchObject({
      code: 'TOO_MANY_REDIRECTS',
      status: 302,
    })
  })

  test.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://localhost/',
    'http://127.0.0.1:1/',
    'http://user:secret@example.com/',
    'file:///etc/passwd',
    'http://[broken',
  ])('to %s are refused', async (location) => {
    const origin = await serve((_, response) => response.writeHead(302, { location }).end())
    await expect(safeFetch(origin, initFor([origin]))).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  })

  test('that would turn a POST into a GET are not followed; those that keep it carry its body', async () => {
    const seen: string[] = []
    const origin = await serve(async (incoming, response) => {
      seen.push(`${incoming.method} ${incoming.url} ${await textOf(incoming)}`)
      const status = Number(incoming.url?.slice(1))
      if (Number.isNaN(status)) response.end('done')
      else response.writeHead(status, { location: '/end' }).end()
    })
    for (const status of [301, 302, 303, 307, 308]) {
      const answer = await safeFetch(`${origin}/${status}`, initFor([origin], { method: 'POST', body: 'hello' }))
      expect(answer.status).toBe(status < 304 ? status : 200)
    }
    expect(seen.filter((line) => line.includes('/end'))).toEqual(['POST /end hello', 'POST /end hello'])
  })

  test('to an allowed origin are refused from any other origin, allowed or not', async () => {
    let requests = 0
    const second = await serve((_, response) => {
      requests += 1
      response.end()
    })
    const first = await serve((_, response) => response.writeHead(307, { location: second }).end())
    await expect(safeFetch(first, initFor([first, second]))).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
      refusal: 'not_a_public_address',
    })
    expect(requests).toBe(0)
  })
})

describe('bodies', () => {
  const text = 'a body that compresses well '.repeat(100)

  test.each([
    ['identity', Buffer.from(text)],
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
  ])('arrive decompressed: %s', async (encoding, body) => {
    const origin = await serve((_, response) => response.setHeader('content-encoding', encoding).end(body))
    const answer = await safeFetch(origin, initFor([origin]))
    expect(answer.body.toString()).toBe(text)
  })

  test('in an encoding that was not requested are refused', async () => {
    const origin = await serve((_, response) => response.setHeader('content-encoding', 'gzip, gzip').end('x'))
    await expect(safeFetch(origin, initFor([origin]))).rejects.toMatchObject({ code: 'UNKNOWN_ENCODING' })
  })

  test('that do not match their encoding are refused', async () => {
    const origin = await serve((_, response) => response.setHeader('content-encoding', 'gzip').end('plain'))
    await expect(safeFetch(origin, initFor([origin]))).rejects.toMatchObject({ code: 'Z_DATA_ERROR' })
  })

  test('exactly as large as the cap arrive, one byte more does not', async () => {
    const origin = await serve((incoming, response) => response.end('x'.repeat(Number(incoming.url?.slice(1)))))
    const answer = await safeFetch(`${origin}/1000`, initFor([origin], { maxBytes: 1000 }))
    expect(answer.body.length).toBe(1000)
    const tooLarge = safeFetch(`${origin}/1001`, initFor([origin], { maxBytes: 1000 }))
    await expect(tooLarge).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE', status: 200 })
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('that unfold to far more than the cap are left there: %s', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(50_000_000))
    const origin = await serve((_, response) => response.setHeader('content-encoding', encoding).end(bomb))
    await expect(safeFetch(origin, initFor([origin]))).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' })
  })

  test('of 100 MB are never held in memory, announced or not', async () => {
    const piece = Buffer.alloc(1_000_000, 'x')
    const origin = await serve((incoming, response) => {
      if (incoming.url === '/announced') response.setHeader('content-length', 100 * piece.length)
      let left = 100
      const write = () => {
        while (left > 0 && !response.destroyed) {
          left -= 1
          if (!response.write(piece)) return response.once('drain', write)
        }
        response.end()
      }
      write()
    })
    const before = process.memoryUsage()
    for (const path of ['/announced', '/unannounced', '/unannounced']) {
      const tooLarge = safeFetch(origin + path, initFor([origin], { maxBytes: 2_000_000 }))
      await expect(tooLarge).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' })
    }
    const after = process.memoryUsage()
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(20_000_000)
    expect(after.rss - before.rss).toBeLessThan(60_000_000)
  })

  test('can go to a sink, which may stop an endless stream', async () => {
    const origin = await serve((incoming, response) => {
      const timer = setInterval(() => response.write('tick '), 1)
      incoming.socket.once('close', () => clearInterval(timer))
    })
    let taken = ''
    const planFor = () => (piece: Buffer) => {
      taken += piece
      return taken.length > 20
    }
    const answer = await safeFetch(origin, initFor([origin], { planFor }))
    expect(answer).toMatchObject({ status: 200 })
    expect(taken).toMatch(/^(tick )+$/)
  })

  test('an error of the sink is the error of the fetch, compressed or not', async () => {
    const origin = await serve((incoming, response) => {
      const isZipped = incoming.url === '/zipped'
      if (isZipped) response.setHeader('content-encoding', 'gzip')
      response.end(isZipped ? gzipSync(text) : text)
    })
    const planFor = () => () => {
      throw new Error('the sink broke')
    }
    for (const path of ['/plain', '/zipped']) {
      await expect(safeFetch(origin + path, initFor([origin], { planFor }))).rejects.toThrow('the sink broke')
    }
  })

  test('that are discarded are not waited for', async () => {
    const origin = await serve((_, response) => response.write('and on and on'))
    const answer = await safeFetch(origin, initFor([origin], { planFor: () => 'discard' }))
    expect(answer).toMatchObject({ status: 200 })
  })

  test('are not expected of HEAD', async () => {
    const origin = await serve((_, response) => response.setHeader('content-length', 10_000_000).end())
    const answer = await safeFetch(origin, initFor([origin], { method: 'HEAD' }))
    expect(answer.status).toBe(200)
  })
})

describe('time and connections', () => {
  test('the signal ends a fetch before it starts, before the head and within the body, with its own reason', async () => {
    const origin = await serve((incoming, response) => {
      if (incoming.url === '/body') response.write('a little')
    })
    const reason = new Error('enough')
    const aborted = initFor([origin], { signal: AbortSignal.abort(reason) })
    await expect(safeFetch(origin, aborted)).rejects.toBe(reason)
    for (const path of ['/head', '/body']) {
      const controller = new AbortController()
      setTimeout(() => controller.abort(reason), 50)
      await expect(safeFetch(origin + path, initFor([origin], { signal: controller.signal }))).rejects.toBe(reason)
    }
  })

  test('the signal ends a fetch whose name is never resolved', async () => {
    const reason = new Error('enough')
    const controller = new AbortController()
    setTimeout(() => controller.abort(reason), 50)
    const fetch = createSafeFetch(() => new Promise(() => {}))
    await expect(fetch('http://slow.example.com/', initFor([], { signal: controller.signal }))).rejects.toBe(reason)
  })

  test('successive requests share a connection, also after a stream that was dropped early', async () => {
    const ports = new Set<number | undefined>()
    const origin = await serve((incoming, response) => {
      ports.add(incoming.socket.remotePort)
      response.write('first ')
      setImmediate(() => response.end('last'))
    })
    const planFor = () => () => true
    for (let count = 0; count < 3; count += 1) await safeFetch(origin, initFor([origin], { planFor }))
    expect(ports.size).toBe(1)
  })

  test('many fetches may share a signal, and leave no listener on it', async () => {
    const warnings: Error[] = []
    const onWarning = (warning: Error) => warnings.push(warning)
    process.on('warning', onWarning)
    onTestFinished(() => void process.off('warning', onWarning))
    const origin = await serve((_, response) => response.end('x'))
    const { signal } = new AbortController()
    await Promise.all(Array.from({ length: 30 }, () => safeFetch(origin, initFor([origin], { signal }))))
    await new Promise((resolve) => setImmediate(resolve))
    expect(warnings).toEqual([])
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('the rules of one caller do not apply to another', async () => {
    const origin = await serve((_, response) => response.end('inside'))
    await safeFetch(origin, initFor([origin]))
    await expect(safeFetch(origin, initFor([]))).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  })
})

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of incoming) text += piece
  return text
}
