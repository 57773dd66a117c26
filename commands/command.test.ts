import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from '../lib/config'
import { openDatabase } from '../lib/store/database'
import { copyEmbeddedTemplate } from '../lib/store/test-templates'
import { exitCodeOf } from '../packages/verify/src/command.mjs'
import { readable, WrongUse } from './command.mjs'
import { SCRIPTS, shell } from './test-shell'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-command-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** One of each kind: run by tsx, by Node before the packages are there, and one with sub-commands of its own. */
const SAMPLE = ['verify', 'test', 'bench']

describe('a command', () => {
  it.each(SAMPLE)('%s prints its usage for --help, and refuses an option that it does not have', async (name) => {
    const [helped, refused] = await Promise.all(
      ['--help', '--no-such-option'].map((option) => shell(`${SCRIPTS[name]} ${option}`, join(folder, 'data'))),
    )
    expect(helped).toEqual({ code: 0, out: expect.stringMatching(/^(?:npm (?:run|test)|assay-verify) /), err: '' })
    expect(refused).toEqual({ code: 2, out: '', err: expect.stringContaining(helped?.out.trim() ?? '') })
  })
})

describe('how a command ends', () => {
  const run = async (work: () => unknown, more: { notCompared?: string } = {}) => {
    const said: string[] = []
    const code = await exitCodeOf({ usage: 'USAGE', readable, ...more }, work as () => number, (text) =>
      said.push(text),
    )
    return { code, said: said.join('\n') }
  }
  const failing = (cause: unknown) => () => {
    throw cause
  }

  it.each<[string, () => unknown, { code: number; said: unknown }]>([
    ['done', () => undefined, { code: 0, said: '' }],
    ['with a code of its own', () => 1, { code: 1, said: '' }],
    ['refused', failing(new WrongUse('Why.')), { code: 2, said: 'Why.\n\nUSAGE' }],
    [
      'given an unknown option',
      () => parseArgs({ args: ['--x'], options: {} }),
      { code: 2, said: "Unknown option '--x'.\n\nUSAGE" },
    ],
    [
      'failed',
      failing(new ConfigError(['PORT: a number'])),
      { code: 1, said: 'Assay cannot start:\n  PORT: a number' },
    ],
    ['defective', failing(new TypeError('oh')), { code: 1, said: expect.stringMatching(/^TypeError: oh\n +at /) }],
    [
      'interrupted',
      failing(Object.assign(new Error('interrupted'), { exitCode: 130 })),
      { code: 130, said: expect.any(String) },
    ],
  ])('%s', async (_, work, expected) => {
    expect(await run(work)).toEqual(expected)
  })

  it('with 2 where a command that compares could not', async () => {
    const refused = await run(failing(new ConfigError(['x'])), { notCompared: 'Not compared' })
    expect(refused).toEqual({ code: 2, said: 'Not compared: Assay cannot start:\n  x' })
  })
})

describe('what the machine or the database refuses is one sentence', () => {
  const servers: Server[] = []
  const listen = async (server: Server) => {
    servers.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return (server.address() as AddressInfo).port
  }
  afterAll(() => {
    for (const server of servers) server.close()
  })
  const causeOf = (work: Promise<unknown>) =>
    work.then(
      () => expect.unreachable(),
      (cause: unknown) => readable(cause),
    )
  const openAt = (databaseUrl: string) => causeOf(openDatabase({ databaseUrl, dataDir: folder, warn: () => undefined }))

  it('a stack and the cause is for defects', () => {
    expect(readable(new TypeError('x is undefined', { cause: 'why' }))).toMatch(
      /TypeError: x is undefined\n +at [\s\S]*why/,
    )
  })

  it('a port in use', async () => {
    const port = await listen(createTcpServer())
    const second = createTcpServer()
    const refused = new Promise((_, reject) => second.once('error', reject).listen(port, '127.0.0.1'))
    expect(await causeOf(refused)).toBe(
      `Port ${port} is in use. End the process that listens there, or choose another port.`,
    )
  })

  it('a data folder that is a file, or in one', async () => {
    const file = resolve('package.json')
    for (const dataDir of [file, join(file, 'inside')])
      expect(await causeOf(openDatabase({ databaseUrl: null, dataDir }))).toBe(
        `${dataDir} is a file, or in one, and a folder is needed.`,
      )
  })

  it('a database of a version before', async () => {
    const DATA_DIR = join(folder, 'older')
    await copyEmbeddedTemplate(DATA_DIR)
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir: DATA_DIR })
    await db.execute(sql`UPDATE drizzle.__drizzle_migrations SET created_at = 1`)
    await close()
    const { code, err } = await shell(SCRIPTS.migrate ?? '', DATA_DIR)
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^The embedded database in \S+ was made by a version .*cannot be moved.*\n$/),
    })
  })

  it('a server that is no Postgres', async () => {
    const http = createServer((_, response) => response.end('hello'))
    const port = await listen(http)
    expect(await openAt(`postgres://a:b@127.0.0.1:${port}/x`)).toBe(
      'The database cannot be used: it ended the connection without an answer, as a server that is no Postgres does.',
    )
  })

  it('a server that refuses connections, or does not exist', async () => {
    const server = createTcpServer()
    const port = await listen(server)
    await new Promise((done) => server.close(done))
    expect(await openAt(`postgres://a:b@127.0.0.1:${port}/x`)).toBe(
      `The database cannot be used: nothing answers at 127.0.0.1:${port}.`,
    )
  })

  const given = process.env.TEST_DATABASE_URL
  it.skipIf(given === undefined).each<[string, Partial<URL>, RegExp]>([
    [
      'a database that does not exist',
      { pathname: '/assay_no_such_database' },
      /database "assay_no_such_database" does not exist\.$/,
    ],
    ['a wrong password', { password: 'wrong' }, /password authentication failed for user "[^"]*"\.$/],
    ['a role that does not exist', { username: 'assay_nobody' }, /"assay_nobody"/],
  ])('%s', async (_, changed, expected) => {
    const said = await openAt(Object.assign(new URL(given ?? ''), changed).href)
    expect(said).toMatch(/^The database cannot be used: [^\n]*\.$/)
    expect(said).toMatch(expected)
  })
})

describe('a reader that stops', () => {
  it.each(['papers', 'bench'])('does not make %s print a stack', async (name) => {
    const { code, err } = await shell(`${SCRIPTS[name]} --help | true`, join(folder, 'data'))
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })
})
