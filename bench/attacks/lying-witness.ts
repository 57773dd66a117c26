import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { leafHash, rootOf } from 'assay-tlog/merkle'
import { checkpointText, signCheckpoint } from 'assay-tlog/note/checkpoint'
import { formatSignature, parseNote, signText } from 'assay-tlog/note/signed-note'
import { type NoteSigner, noteSigner } from 'assay-tlog/note/verifier-key'
import { proveConsistency } from 'assay-tlog/proof'
import { memoryStorage, NOW, ORIGIN, testEntries, WRITER } from 'assay-tlog/test-tlogs'
import { hashReaderOf } from 'assay-tlog/tree/stored-tree'
import { appendLeaves } from 'assay-tlog/tree/tree-writer'
import { askWitnesses } from 'assay-tlog/witness/ask-witnesses'
import { formatWitnessRequest, parseWitnessRequest } from 'assay-tlog/witness/request'
import { witnessServer } from 'assay-verify/commands/witness/witness-server'
import { readWitnessState } from 'assay-verify/commands/witness/witness-state'
import { boundedSafeFetch } from '../../lib/safe-fetch/bounded-safe-fetch'
import { withFolder } from '../folder'
import { listen } from '../processes'
import { type AttackModule, type AttackResult, attackResultOf } from './attack'

const seed = (byte: number) => new Uint8Array(32).fill(byte)
const SIGNER = noteSigner('witness.example/w1', 'cosignature', seed(3))
const MOST_MS = 3000

/** A witness that lies to our log, and a log that lies to our witness. */
export const attacks: AttackModule = {
  about: 'a witness that lies to the log that asks it, and a log that lies to `npm run witness`',
  seconds: 120,
  run: async () => [...(await lyingWitnesses()), ...(await withFolder(lyingLogs))],
}

type WitnessReply = (text: string, response: ServerResponse) => unknown

const cosign = (text: string, signer: NoteSigner = SIGNER, at = NOW) => formatSignature(signText(text, signer, at))
const ANSWERS: Record<string, { answer: WitnessReply; before?: 'broke' }> = {
  'a cosignature of another tree': {
    answer: (_, response) => response.end(cosign(checkpointText({ origin: ORIGIN, size: 5, root: seed(1) }))),
  },
  'a cosignature of another key': {
    answer: (text, response) => response.end(cosign(text, noteSigner(SIGNER.key.name, 'cosignature', seed(4)))),
  },
  garbage: { answer: (_, response) => response.end(Buffer.alloc(10_000, 0xff)) },
  'a body without end': {
    answer: (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      more()
    },
  },
  'no answer': { answer: () => undefined },
  'a time an hour ahead': {
    answer: (text, response) => response.end(cosign(text, SIGNER, new Date(NOW.getTime() + 3_600_000))),
    before: 'broke',
  },
  'a time of last year': {
    answer: (text, response) => response.end(cosign(text, SIGNER, new Date('2025-11-23T00:00:00Z'))),
    before: 'broke',
  },
  'a size beyond the log': { answer: (_, response) => response.writeHead(409).end('9007199254740991\n') },
  'a size in circles': { answer: (_, response) => response.writeHead(409).end('3\n') },
  'a redirect to this machine': {
    answer: (_, response) => response.writeHead(307, { location: 'http://127.0.0.1:22/' }).end(),
  },
}

async function lyingWitnesses(): Promise<AttackResult[]> {
  const storage = memoryStorage()
  const { note } = await appendLeaves(storage, WRITER, testEntries(0, 5), { expectedSize: 0, now: NOW })
  const proofFrom = (oldSize: number) => proveConsistency(oldSize, 5, hashReaderOf(storage, 5))
  const rows: AttackResult[] = []
  for (const [name, { answer, before = 'held' }] of Object.entries(ANSWERS)) {
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const piece of request) body += piece
      answer(parseNote(parseWitnessRequest(body)?.checkpoint ?? '')?.text ?? '', response)
    })
    const { url, stop } = await listen(server)
    const started = performance.now()
    const options = { sizes: new Map(), fetchWitness: boundedSafeFetch, now: NOW, withinMs: MOST_MS }
    const [said] = await askWitnesses([{ key: SIGNER.key, url }], { note: note ?? '', proofFrom }, options)
    const ms = performance.now() - started
    await stop()
    const faults = [said?.ok === true && 'the cosignature is published', ms > MOST_MS + 1000 && `${ms.toFixed(0)} ms`]
    const tried = 'the log asks it to cosign a checkpoint of 5 leaves'
    const by = `not published: ${said?.ok === false ? said.why : ''}`
    rows.push(attackResultOf({ attack: `witness: ${name}`, tried, before }, faults, by))
  }
  return rows
}

async function lyingLogs(folder: string): Promise<AttackResult[]> {
  const statePath = join(folder, 'state.json')
  const settings = { signer: SIGNER, logs: new Map([[ORIGIN, [WRITER.signer.key]]]), statePath, clock: () => NOW }
  const { url, stop } = await listen(witnessServer({ ...settings, log: () => undefined }))
  const storage = memoryStorage()
  const roots = [0, 3, 5].map((size) => rootOf(testEntries(0, size).map(leafHash)))
  await appendLeaves(storage, WRITER, testEntries(0, 5), { expectedSize: 0, now: NOW })
  const proof = await proveConsistency(3, 5, hashReaderOf(storage, 5))
  const noteOf = (size: number, root: Uint8Array = seed(9), origin = ORIGIN, signer = WRITER.signer) =>
    signCheckpoint({ origin, size, root }, signer, NOW)
  const asked = (oldSize: number, checkpoint: string, hashes = proof) =>
    formatWitnessRequest({ oldSize, proof: hashes, checkpoint })
  const post = async (body: string) =>
    (await fetch(`${url}/add-checkpoint`, { method: 'POST', body }).catch(() => ({ status: 0 }))).status
  const first = await post(asked(0, noteOf(3, roots[1]), []))
  const lies: Record<string, [string, number[]]> = {
    'another tree of the same size': [asked(3, noteOf(3), []), [409, 422]],
    'a longer tree that does not continue': [asked(3, noteOf(5)), [422]],
    'a smaller tree': [asked(3, noteOf(2), []), [400, 409, 422]],
    'an old size of nothing': [asked(0, noteOf(5, roots[2]), []), [409]],
    'another key': [asked(3, noteOf(5, roots[2], ORIGIN, noteSigner(ORIGIN, 'ed25519', seed(8)))), [403]],
    'an origin of a prototype': [
      asked(0, noteOf(1, seed(9), '__proto__', noteSigner('__proto__', 'ed25519', seed(8))), []),
      [404],
    ],
    'a proof of a thousand hashes': [
      asked(
        3,
        noteOf(5, roots[2]),
        Array.from({ length: 1000 }, () => seed(1)),
      ),
      [400, 413],
    ],
    'a body of 10 MB': ['a'.repeat(10_000_000), [413, 0]],
  }
  const rows: AttackResult[] = []
  for (const [name, [body, expected]] of Object.entries(lies)) {
    const status = await post(body)
    const size = readWitnessState(statePath).get(ORIGIN)?.size
    const isHeld = first === 200 && expected.includes(status) && size === 3
    const by = `answered ${status === 0 ? 'by closing the connection' : status}; cosigned last: ${size} leaves`
    const tried = 'to a witness that cosigned 3 leaves'
    rows.push({ attack: `log: ${name}`, tried, before: 'held', outcome: isHeld ? 'held' : 'broke', by })
  }
  await stop()
  return rows
}
