import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openS3Server } from 'assay-tlog/test-s3-server'
import { withFolder } from '../folder'
import { type AttackModule, type AttackResult, attackResultOf } from './attack'
import { pausedPastLease, pausedWhileReplacing, withOneDatabase, withTwoDatabases } from './two-writers/jobs'
import { BUCKET, openPlace, type Place } from './two-writers/place'
import { watchCheckpoints } from './two-writers/watch'

const APPENDS = 40
const WRITER = new URL('./two-writers/writer.ts', import.meta.url).pathname

/** Two services that write one log, on one folder and on one bucket. */
export const attacks: AttackModule = {
  about: 'two services that write one log: started at one moment, paused past lock and lease, with one database or two',
  seconds: 420,
  run: ({ signal }) =>
    withFolder(async (folder) => {
      const store = await openS3Server(BUCKET)
      const rows: AttackResult[] = []
      try {
        const places: [string, Place, Place][] = [
          ['folder', { folder: join(folder, 'a') }, { folder: join(folder, 'b') }],
          ['bucket', { endpoint: store.endpoint }, { endpoint: store.endpoint }],
        ]
        for (const [name, first, second] of places) {
          rows.push(await compete(`${name}, at the same moment`, first, false, signal))
          store.objects.clear()
          rows.push(await compete(`${name}, one paused past its lock`, second, true, signal))
        }
        rows.push(await pausedWhileReplacing(join(folder, 'c')))
        rows.push(await pausedPastLease(join(folder, 'd')))
        rows.push(await withOneDatabase(join(folder, 'e')))
        rows.push(...(await withTwoDatabases(join(folder, 'f'))))
        return rows
      } finally {
        await store.close()
      }
    }),
}

interface Counts {
  appended: string[]
  refused: Map<string, number>
}

async function compete(attack: string, place: Place, pauses: boolean, signal: AbortSignal): Promise<AttackResult> {
  const counts: Counts = { appended: [], refused: new Map() }
  const watch = watchCheckpoints(openPlace(place))
  const startAt = Date.now() + 4000
  const children = ['one', 'two'].map((name) => startWriter(place, name, startAt, counts, signal))
  const ended = Promise.all(children.map((child) => once(child, 'exit')))
  let paused = 0
  if (pauses) {
    await pause(startAt - Date.now())
    for (; children.every(isRunning) && paused < 200; paused += 1) {
      await pause(Math.random() * 30)
      const [stopped] = children.filter(isRunning).sort(() => Math.random() - 0.5)
      stopped?.kill('SIGSTOP')
      // As if a minute had passed: the lock of the paused one is nobody's.
      const old = new Date(Date.now() - 120_000)
      if ('folder' in place) await utimes(join(place.folder, '.lock'), old, old).catch(() => undefined)
      await pause(100 + Math.random() * 250)
      stopped?.kill('SIGCONT')
    }
  }
  await ended
  const { faults, leaves, checkpoints } = await watch.finish(counts.appended)
  const refusals = [...counts.refused].map(([name, count]) => `${count} ${name}`).join(', ')
  const stops = pauses ? `, SIGSTOP at ${paused} random moments, the lock made two minutes old` : ''
  const tried = `two processes, ${APPENDS} appends each${stops}`
  const by = `one tree of ${leaves} leaves, ${checkpoints} checkpoints seen; refused: ${refusals}`
  return attackResultOf({ attack, tried, before: 'held' }, faults, by)
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

function startWriter(place: Place, name: string, startAt: number, counts: Counts, signal: AbortSignal): ChildProcess {
  const args = ['--import', 'tsx', WRITER, JSON.stringify(place), name, String(APPENDS), String(startAt)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], signal, killSignal: 'SIGKILL' })
  child.on('error', () => undefined)
  let rest = ''
  child.stdout.on('data', (bytes: Buffer) => {
    const lines = (rest + bytes.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { appended, refused } = JSON.parse(line) as { appended?: string[]; refused?: string }
      counts.appended.push(...(appended ?? []))
      if (refused !== undefined) counts.refused.set(refused, (counts.refused.get(refused) ?? 0) + 1)
    }
  })
  return child
}
