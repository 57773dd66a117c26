import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EMPTY_ROOT, type HashReader, leafHash, rootOf } from 'assay-tlog/merkle'
import { openCheckpoint, signCheckpoint } from 'assay-tlog/note/checkpoint'
import { parseSignatures, verifiesText } from 'assay-tlog/note/signed-note'
import { formatVerifierKey, noteSigner, parseVerifierKey, type VerifierKey } from 'assay-tlog/note/verifier-key'
import { proveConsistency } from 'assay-tlog/proof'
import { formatWitnessRequest } from 'assay-tlog/witness/request'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runWitness } from './witness.ts'

const NOW = new Date('2026-11-23T06:00:00.000Z')
const LOG = noteSigner('assay.example/log', 'ed25519', new Uint8Array(32).fill(1))
const leaves = (size: number, fork = '') =>
  Array.from({ length: size }, (_, index) => leafHash(new TextEncoder().encode(`${fork}${index}`)))
const noteOf = (size: number, fork = '', signer = LOG) =>
  signCheckpoint({ origin: signer.key.name, size, root: rootOf(leaves(size, fork)) }, signer, NOW)
const textOf = (note: string) => note.slice(0, note.indexOf('\n\n') + 1)

const read: HashReader = async (nodes) =>
  nodes.map(({ level, index }) => rootOf(leaves(64).slice(index * 2 ** level, (index + 1) * 2 ** level)))
const requestFor = async (oldSize: number, size: number) =>
  formatWitnessRequest({ oldSize, proof: await proveConsistency(oldSize, size, read), checkpoint: noteOf(size) })

let folder: string
let server: Server
let address: string
let key: VerifierKey
const printed: string[] = []
const SILENT = { print: () => undefined, warn: () => undefined, now: () => new Date() }

async function start(): Promise<void> {
  printed.length = 0
  const files = ['--key-file', join(folder, 'key'), '--state', join(folder, 'state.json')]
  const log = ['--log', formatVerifierKey(LOG.key)]
  const args = [...files, ...log, '--name', 'witness.example/w1', '--port', '0']
  const print = (line: string) => printed.push(line)
  server = await runWitness(args, { print, warn: print, now: () => new Date() })
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const parsed = parseVerifierKey(printed[0] ?? '')
  if (parsed === undefined) throw new Error('no key was printed')
  key = parsed
}
async function stop(): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-witness-'))
  await start()
})
afterEach(async () => {
  await stop()
  await rm(folder, { recursive: true })
})

async function add(body: string): Promise<{ status: number; type: string | null; text: string }> {
  const response = await fetch(`${address}/add-checkpoint`, { method: 'POST', body })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
const monitored = (origin = LOG.key.name) =>
  fetch(`${address}/${createHash('sha256').update(origin).digest('hex')}/checkpoint`)

describe('assay-verify witness', () => {
  it('cosigns checkpoints that continue what it cosigned', async () => {
    for (const [oldSize, size] of [
      [0, 3],
      [3, 7],
      [7, 7],
      [7, 40],
    ] as const) {
      const answer = await add(await requestFor(oldSize, size))
      expect(answer.status).toBe(200)
      const [cosignature, ...more] = parseSignatures(answer.text) ?? []
      expect(more).toEqual([])
      expect(cosignature && verifiesText(textOf(noteOf(size)), cosignature.signature, key)).toBe(true)
    }
    const note = await (await monitored()).text()
    const opened = openCheckpoint(note, { origin: LOG.key.name, keys: [LOG.key, key] })
    expect(opened.ok && [opened.checkpoint.size, opened.verified.length]).toEqual([40, 2])
  })

  it('keeps what it cosigned over a restart, and its key', async () => {
    await add(await requestFor(0, 7))
    const before = key
    await stop()
    await start()
    expect(key).toEqual(before)
    expect(await add(await requestFor(0, 9))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '7\n' })
    expect((await add(await requestFor(7, 9))).status).toBe(200)
    expect(statSync(join(folder, 'key')).mode & 0o077).toBe(0)
  })

  it('answers as the specification says', async () => {
    await add(await requestFor(0, 7))
    const request = await requestFor(7, 9)
    const cases: [number, string, string][] = [
      [400, 'no form', 'old 7\n'],
      [400, 'nothing', ''],
      [400, 'no checkpoint', 'old 7\n\nhello\n'],
      [400, 'an old size above the checkpoint', request.replace('old 7', 'old 10')],
      [
        404,
        'an unknown log',
        `old 0\n\n${noteOf(3, '', noteSigner('other.example', 'ed25519', new Uint8Array(32).fill(5)))}`,
      ],
      [
        403,
        'another key under the name of a known log',
        `old 7\n\n${noteOf(9, '', noteSigner(LOG.key.name, 'ed25519', new Uint8Array(32).fill(5)))}`,
      ],
      [403, 'a changed checkpoint', request.replace('\n9\n', '\n8\n')],
      [409, 'a smaller old size', await requestFor(3, 9)],
      [409, 'no old size', await requestFor(0, 9)],
      [422, 'a fork', request.slice(0, request.indexOf('\n\n') + 2) + noteOf(9, 'x')],
      [422, 'a fork of the same size', `old 7\n\n${noteOf(7, 'x')}`],
      [422, 'no proof', `old 7\n\n${noteOf(9)}`],
      [422, 'a proof too long', request.replace('\n\n', '\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n')],
    ]
    for (const [status, what, body] of cases) {
      const answer = await add(body)
      expect([what, answer.status]).toEqual([what, status])
      if (status === 409) expect([answer.type, answer.text]).toEqual(['text/x.tlog.size', '7\n'])
    }
    expect((await monitored()).status).toBe(200)
    expect((await add(request)).status).toBe(200)
  })

  it('a tree without leaves has the root of nothing, and a first request no proof', async () => {
    const empty = (root: Uint8Array) => signCheckpoint({ origin: LOG.key.name, size: 0, root }, LOG, NOW)
    expect((await add(`old 0\n\n${empty(new Uint8Array(32))}`)).status).toBe(422)
    expect((await add(`old 0\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n${noteOf(3)}`)).status).toBe(422)
    expect((await monitored()).status).toBe(404)
    expect((await add(`old 0\n\n${empty(EMPTY_ROOT)}`)).status).toBe(200)
    expect((await add(await requestFor(0, 3))).status).toBe(200)
  })

  it('cosigns one of many requests that come at once', async () => {
    await add(await requestFor(0, 7))
    const bodies = await Promise.all(Array.from({ length: 20 }, (_, at) => requestFor(7, 8 + at)))
    const answers = await Promise.all(bodies.map(add))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  it('does not cosign what it could not keep', async () => {
    await add(await requestFor(0, 7))
    await writeFile(join(folder, 'state.json'), '{')
    expect((await add(await requestFor(7, 9))).status).toBe(500)
    expect(readFileSync(join(folder, 'state.json'), 'utf8')).toBe('{')
    expect(existsSync(join(folder, 'state.json.lock'))).toBe(false)
  })

  it('other paths and methods, long bodies, and requests that do not end', async () => {
    expect((await fetch(`${address}/add-checkpoint`)).status).toBe(405)
    expect((await fetch(`${address}/`)).status).toBe(404)
    expect((await fetch(`${address}/${'0'.repeat(64)}/checkpoint`, { method: 'POST' })).status).toBe(405)
    expect((await monitored('unknown')).status).toBe(404)
    expect((await add('a'.repeat(200_000))).status).toBe(413)
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write('POST /add-checkpoint HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nold')
    expect((await add(await requestFor(0, 3))).status).toBe(200)
    socket.destroy()
  })
})

describe('arguments', () => {
  it.each([
    [[], '--port is missing'],
    [['--unknown', '1'], '--unknown'],
    [['--port', '80000'], '--port is no port'],
    [['--port', '0', '--name', 'a b'], '--name has no spaces'],
    [['--port', '0', '--name', 'a', '--state', 's', '--key-file', 'k'], '--log is missing'],
    [['--port', '0', '--name', 'a', '--state', 's', '--key-file', 'k', '--log', 'x'], 'is no Ed25519 key of a log'],
  ])('%j', async (args, why) => {
    await expect(runWitness(args, SILENT)).rejects.toThrow(why)
  })

  it('a state file that is not one', async () => {
    for (const content of ['', '[]', '{"a":1}', '{"a":"b"}', JSON.stringify({ other: noteOf(3) })]) {
      await writeFile(join(folder, 'damaged.json'), content)
      const args = [
        '--port',
        '0',
        '--name',
        'a',
        '--state',
        join(folder, 'damaged.json'),
        '--key-file',
        join(folder, 'key'),
      ]
      const started = runWitness([...args, '--log', formatVerifierKey(LOG.key)], SILENT)
      await expect(started).rejects.toThrow('is not the state of a witness')
    }
  })
})
