import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataFolderInUse, openDataFolder } from './data-folder'
import { openDatabase } from './database'

let dataDir: string
const children: ChildProcess[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-folder-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** Another process that opens the folder, prints `held`, and waits to be killed. */
async function holdInAnotherProcess(): Promise<ChildProcess> {
  const script = `
    import { openDataFolder } from '${new URL('./data-folder.ts', import.meta.url).pathname}'
    openDataFolder(${JSON.stringify(dataDir)}).then(() => process.stdout.write('held'), (cause) => process.stdout.write(cause.name))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const printed = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (bytes: Buffer) => resolve(bytes.toString())),
  )
  expect(printed).toBe('held')
  return child
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

test('a second process is refused with the id of the first, and leaves the folder untouched', async () => {
  const child = await holdInAnotherProcess()
  const lock = await readFile(join(dataDir, 'lock.json'), 'utf8')
  const refused = openDatabase({ databaseUrl: null, dataDir })
  await expect(refused).rejects.toThrow(DataFolderInUse)
  await expect(refused).rejects.toThrow(`in use by process ${child.pid}`)
  expect(await readFile(join(dataDir, 'lock.json'), 'utf8')).toBe(lock)
})

test('the lock of a killed process is taken over', async () => {
  await killed(await holdInAnotherProcess())
  const folder = await openDataFolder(dataDir)
  await folder.release()
})

test('the lock of a process that is being killed is taken over as soon as it is gone', async () => {
  const child = await holdInAnotherProcess()
  const opened = openDataFolder(dataDir)
  await setTimeout(300)
  child.kill('SIGKILL')
  await (await opened).release()
})

test('the lock of a killed process whose parent has not asked for its end is taken over', async () => {
  // The shell becomes a program that never asks for the end of its child.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(parent)
  const [bytes] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(bytes.toString())
  await setTimeout(200)
  process.kill(pid, 'SIGKILL')
  await writeFile(join(dataDir, 'lock.json'), JSON.stringify({ pid, startedAt: 'unknown' }))
  const folder = await openDataFolder(dataDir)
  await folder.release()
})

test('the lock of a process id that another program now has is taken over', async () => {
  await writeFile(join(dataDir, 'lock.json'), JSON.stringify({ pid: process.pid, startedAt: '1' }))
  const folder = await openDataFolder(dataDir)
  await folder.release()
})

test('a lock cut short by a power failure is taken over', async () => {
  await writeFile(join(dataDir, 'lock.json'), '{"pid":')
  const folder = await openDataFolder(dataDir)
  await folder.release()
})

test('a released folder can be opened again', async () => {
  for (let i = 0; i < 2; i += 1) await (await openDataFolder(dataDir)).release()
})
