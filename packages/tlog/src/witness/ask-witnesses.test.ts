import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { boundedFetch } from '../bounded-fetch.ts'
import { formatSignature, parseNote, signText, verifiesText } from '../note/signed-note.ts'
import { noteSigner } from '../note/verifier-key.ts'
import { proveConsistency } from '../proof.ts'
import { memoryStorage, NOW, testEntries, WRITER } from '../test-tlogs.ts'
import { hashReaderOf } from '../tree/stored-tree.ts'
import { appendLeaves } from '../tree/tree-writer.ts'
import { askWitnesses, type Witness, type WitnessSizes } from './ask-witnesses.ts'
import { parseWitnessRequest, type WitnessRequest } from './request.ts'

const SIGNER = noteSigner('witness.example/w1', 'cosignature', new Uint8Array(32).fill(3))

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

/** A witness that answers as `answer` says, with the requests that it received. */
async function witnessThat(
  answer: (request: WitnessRequest, ...given: Parameters<RequestListener>) => void,
): Promise<Witness & { requests: WitnessRequest[] }> {
  const requests: WitnessRequest[] = []
  const server = createServer(async (message, response) => {
    let body = ''
    for await (const chunk of message) body += chunk
    const request = parseWitnessRequest(body)
    if (request === undefined) throw new Error('a malformed request was sent')
    requests.push(request)
    answer(request, message, response)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { key: SIGNER.key, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

const cosignatureOf = ({ checkpoint }: WitnessRequest, signer = SIGNER, at = NOW) =>
  formatSignature(signText(parseNote(checkpoint)?.text ?? '', signer, at))
const minutesFromNow = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const honest = () => witnessThat((request, _, response) => void response.end(cosignatureOf(request)))

async function questionOf(size: number) {
  const storage = memoryStorage()
  const { note } = await appendLeaves(storage, WRITER, testEntries(0, size), { expectedSize: 0, now: NOW })
  const proofFrom = vi.fn((oldSize: number) => proveConsistency(oldSize, size, hashReaderOf(storage, size)))
  return { note: note ?? '', proofFrom }
}
const options = (sizes: WitnessSizes = new Map()) => ({ sizes, fetchWitness: boundedFetch, now: NOW, withinMs: 3000 })

describe('asking witnesses', () => {
  it('a cosignature is verified and the size remembered', async () => {
    const question = await questionOf(5)
    const witness = await honest()
    const sizes: WitnessSizes = new Map()
    const [answer] = await askWitnesses([witness], question, options(sizes))
    const text = parseNote(question.note)?.text ?? ''
    expect(answer?.ok && verifiesText(text, answer.cosignature.signature, SIGNER.key)).toBe(true)
    await askWitnesses([witness], await questionOf(9), options(sizes))
    expect(witness.requests.map(({ oldSize, proof }) => [oldSize, proof.length > 0])).toEqual([
      [0, false],
      [5, true],
    ])
  })

  it('a witness that knows another size gets a proof from it', async () => {
    for (const named of [3, 9, 0]) {
      const witness = await witnessThat((request, _, response) => {
        if (request.oldSize === named) response.end(cosignatureOf(request))
        else response.writeHead(409, { 'content-type': 'text/x.tlog.size' }).end(`${named}\n`)
      })
      const sizes = new Map([[`${SIGNER.key.name}+${SIGNER.key.keyId}`, 5]])
      const [answer] = await askWitnesses([witness], await questionOf(9), options(sizes))
      expect(answer?.ok).toBe(true)
      expect(witness.requests.map(({ oldSize }) => oldSize)).toEqual([5, named])
    }
  })

  it.each<[string, string, (request: WitnessRequest, ...given: Parameters<RequestListener>) => void]>([
    [
      'a size above the log',
      'more than|has cosigned 10',
      (_, __, response) => void response.writeHead(409).end('10\n'),
    ],
    ['no size', 'names no size', (_, __, response) => void response.writeHead(409).end('many\n')],
    ['a conflict for ever', 'status 409', (_, __, response) => void response.writeHead(409).end('4\n')],
    ['an error', 'status 500', (_, __, response) => void response.writeHead(500).end()],
    ['nothing', 'no valid signature', (_, __, response) => void response.end()],
    ['no signature', 'no valid signature', (_, __, response) => void response.end('hello\n')],
    [
      'a signature of another key',
      'no valid signature',
      (request, _, response) =>
        void response.end(
          cosignatureOf(request, noteSigner(SIGNER.key.name, 'cosignature', new Uint8Array(32).fill(4))),
        ),
    ],
    [
      'a signature over another checkpoint',
      'no valid signature',
      (_, __, response) => void response.end(formatSignature(signText('other\n', SIGNER, NOW))),
    ],
    [
      'a time to come',
      'made at 2026-11-23T05:51',
      (request, _, response) => void response.end(cosignatureOf(request, SIGNER, minutesFromNow(11))),
    ],
    [
      'the year 9999',
      'made at 9999',
      (request, _, response) => void response.end(cosignatureOf(request, SIGNER, new Date('9999-12-31T00:00:00Z'))),
    ],
    [
      'a time long ago',
      'made at 2026-11-23T05:29',
      (request, _, response) => void response.end(cosignatureOf(request, SIGNER, minutesFromNow(-11))),
    ],
    ['megabytes', 'AnswerTooLarge|large|bytes', (_, __, response) => void response.end('a'.repeat(5_000_000))],
    [
      'megabytes without their length',
      'AnswerTooLarge|large|bytes',
      (_, __, response) => {
        response.writeHead(200)
        for (let at = 0; at < 50; at += 1) response.write('a'.repeat(100_000))
        response.end()
      },
    ],
    [
      'a redirect to itself',
      'redirect',
      (_, message, response) =>
        void response.writeHead(307, { location: `http://${message.headers.host}/again` }).end(),
    ],
    [
      'a redirect to an address of this machine',
      '',
      (_, __, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['no end', 'no answer within 3000 ms', () => undefined],
    ['a head and no body', 'no answer within 3000 ms', (_, __, response) => response.flushHeaders()],
    [
      'one byte at a time',
      'no answer within 3000 ms',
      (_, __, response) => {
        const timer = setInterval(() => response.write('—'), 100)
        response.on('close', () => clearInterval(timer))
      },
    ],
    ['a broken connection', '', (_, message) => void message.socket.destroy()],
  ])('one that answers with %s takes nothing from the others', async (_, why, answer) => {
    const [lying, good] = [await witnessThat(answer), await honest()]
    const [failed, found] = await askWitnesses([lying, good], await questionOf(9), options())
    expect(failed?.ok === false && failed.why).toMatch(new RegExp(why))
    expect(found?.ok).toBe(true)
  })

  it('one that cannot be reached, and a proof that cannot be made', async () => {
    const question = await questionOf(9)
    const gone = { key: SIGNER.key, url: 'http://127.0.0.1:1' }
    expect(await askWitnesses([gone], question, options())).toMatchObject([{ ok: false }])
    const stuck = { ...question, proofFrom: () => new Promise<never>(() => undefined) }
    expect(await askWitnesses([await honest()], stuck, options())).toMatchObject([
      { ok: false, why: 'no answer within 3000 ms' },
    ])
    const failing = { ...question, proofFrom: () => Promise.reject(new Error('a disk')) }
    expect(await askWitnesses([await honest()], failing, options())).toMatchObject([{ ok: false, why: 'a disk' }])
  })
})
