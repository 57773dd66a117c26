import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from '../lib/config'
import { openDatabase } from '../lib/store/database'
import { copyEmbeddedTemplate } from '../lib/store/test-templates'
import { exitCodeOf, readable, WrongUse } from './command.mjs'

/** A limit for a hang: every command is started twice. */
const ALL_WITHIN_MS = 600_000
/** Those of package.json, and the one command that has no name there. */
const SCRIPTS: Record<string, string> = {
  ...JSON.parse(readFileSync('package.json', 'utf8')).scripts,
  'write-log': 'tsx commands/write-log.ts',
}
const NAMES = Object.keys(SCRIPTS)
/** Written by the install and the build of a start. */
const STAMPS = ['node_modules/.package-lock.json', '.next/.built', 'public/assets']

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-command-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  code: number | null
  out: string
  err: string
}

/** Runs a line of a shell as npm runs a script, with a data folder that does not exist. */
function shell(line: string, env: Record<string, string> = {}): Promise<Ended> {
  const path = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
  const given = { ...process.env, PATH: path, DATA_DIR: join(folder, 'data'), ...env }
  const child = spawn('sh', ['-c', line], { env: given, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = { code: null as number | null, out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    ended.err += text
  })
  return new Promise((done) => child.once('close', (code) => done({ ...ended, code })))
}

/** Sizes and times of the files of the repository, without what packages, builds and git have. */
function snapshot(): string[] {
  const listed: string[] = []
  const add = (path: string) => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return
    if (!stat.isDirectory()) listed.push(`${path} ${stat.size} ${stat.mtimeMs}`)
    else for (const name of readdirSync(path)) add(join(path, name))
  }
  const inside = readdirSync('.').filter((name) => !['node_modules', '.git', '.next', 'public'].includes(name))
  for (const path of [...inside, ...STAMPS]) add(path)
  return listed.sort()
}

async function runAll(option: string): Promise<Map<string, Ended>> {
  const ended = new Map<string, Ended>()
  const waiting = [...NAMES]
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      ended.set(name, await shell(`${SCRIPTS[name]} ${option}`))
  }
  await Promise.all([work(), work()])
  return ended
}

describe('every command', () => {
  let before: string[]
  let after: string[]
  let helped: Map<string, Ended>
  let refused: Map<string, Ended>
  beforeAll(async () => {
    before = snapshot()
    helped = await runAll('--help')
    refused = await runAll('--no-such-option')
    after = snapshot()
  }, ALL_WITHIN_MS)

  it.each(NAMES)('%s prints its usage for --help, and ends with 0', (name) => {
    expect(helped.get(name)).toEqual({
      code: 0,
      out: expect.stringMatching(/^(?:npm (?:run|test|start)|npx tsx|assay-verify) /),
      err: '',
    })
  })

  it.each(NAMES)('%s refuses an option that it does not have, with 2 and its usage', (name) => {
    const usage = helped.get(name)?.out.trim()
    expect(usage).toBeTruthy()
    expect(refused.get(name)).toEqual({ code: 2, out: '', err: expect.stringContaining(usage ?? '') })
  })

  it('changes nothing either way', () => {
    expect(after).toEqual(before)
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })
})

describe('how a command ends', () => {
  const run = async (work: () => unknown, more: { notCompared?: string } = {}) => {
    const said: string[] = []
    const code = await exitCodeOf({ usage: 'USAGE', ...more }, work as () => number, (text) => said.push(text))
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
    const { code, err } = await shell(SCRIPTS.migrate ?? '', { DATA_DIR })
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
    const { code, err } = await shell(`${SCRIPTS[name]} --help | true`)
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })
})
