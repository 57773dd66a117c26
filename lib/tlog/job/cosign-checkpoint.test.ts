import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkpointText, parseCheckpointText } from 'assay-tlog/note/checkpoint'
import { formatSignature, parseNote, signText } from 'assay-tlog/note/signed-note'
import { noteSigner } from 'assay-tlog/note/verifier-key'
import { folderStorage } from 'assay-tlog/storage/folder'
import { cosignedAt } from 'assay-tlog/witness/cosignature'
import { parseWitnessRequest } from 'assay-tlog/witness/request'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queueFacts } from '../../store/outbox/queue'
import { onDatabase } from '../../store/test-databases'
import { findTlogState } from '../sql/state'
import { openWitnessRounds } from './cosign-checkpoint'
import { openTlog } from './open-tlog'
import { type TlogJob, writeTlog } from './write-tlog'

const NOW = new Date('2026-11-23T06:15:00.000Z')
const OPENING = { origin: 'assay.test/log', software: 'assay test', configuredSeed: null, isExposed: false }
const signer = noteSigner('witness.test/w', 'cosignature', new Uint8Array(32).fill(9))

onDatabase(({ db }) => {
  let folder: string
  let server: Server
  let lines: string[]
  let now: Date
  let isLying: boolean
  let asked: number[]
  let job: TlogJob
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-cosign-'))
    lines = []
    asked = []
    now = NOW
    isLying = false
    server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const given = parseWitnessRequest(Buffer.concat(chunks).toString('utf8'))
        const text = parseNote(given?.checkpoint ?? '')?.text ?? ''
        const checkpoint = parseCheckpointText(text)
        asked.push(checkpoint?.size ?? -1)
        const signed = isLying && checkpoint !== undefined ? checkpointText({ ...checkpoint, origin: 'x' }) : text
        response.end(formatSignature(signText(signed, signer, now)))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    job = {
      db,
      storage: folderStorage(folder),
      configuredSeed: null,
      documentDays: 90,
      rounds: openWitnessRounds([{ key: signer.key, url }]),
      clock: () => now,
      signal: new AbortController().signal,
      log: (line) => lines.push(line),
    }
  })
  afterEach(async () => {
    await new Promise((resolve) => server.close(resolve))
    await rm(folder, { recursive: true, force: true })
  })

  const grow = async (id: string, seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
    await queueFacts(db, [{ kind: 'verdict', at: now.toISOString(), id, from: 'unknown', to: 'healthy' }], now)
    return writeTlog(job)
  }
  const ownIn = (note: string | null | undefined) => {
    const parsed = parseNote(note ?? '')
    const own = parsed?.signatures.find(({ keyId }) => keyId === signer.key.keyId)
    return parsed === undefined || own === undefined ? undefined : cosignedAt(parsed.text, own.signature, signer.key)
  }

  test('a witness is asked once a minute; what it signs is published and kept, and a lie is neither, and stops nothing', async () => {
    await openTlog(db, OPENING, NOW)
    await grow('a/1', 0)
    expect(ownIn(await job.storage.readCheckpoint())).toEqual(now)
    await grow('a/2', 10)
    await grow('a/3', 10)
    expect(asked).toEqual([4])
    expect(ownIn(await job.storage.readCheckpoint())).toBeUndefined()
    expect(ownIn((await findTlogState(db))?.cosigned)).toEqual(NOW)
    await grow('a/4', 50)
    expect(asked).toEqual([4, 7])
    expect(ownIn((await findTlogState(db))?.cosigned)).toEqual(now)
    isLying = true
    const honest = now
    expect(await grow('a/5', 61)).toMatchObject({ published: 1, problem: null })
    await grow('a/6', 61)
    expect(asked).toEqual([4, 7, 8, 9])
    expect(ownIn((await findTlogState(db))?.cosigned)).toEqual(honest)
    expect(lines).toEqual([expect.stringContaining('did not cosign the log')])
    isLying = false
    await grow('a/7', 61)
    expect(ownIn(await job.storage.readCheckpoint())).toEqual(now)
    expect(lines.at(-1)).toContain('cosigns again')
  })
})
