import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withBuildLock } from './build-lock.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-lock-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A process that takes the lock and then runs `work`. `ended`: what it printed. */
function holder(work: string) {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { withBuildLock } from '${new URL('build-lock.mjs', import.meta.url).href}'
    import { spawn } from 'node:child_process'
    import { setTimeout } from 'node:timers/promises'
    await withBuildLock(${JSON.stringify(join(root, 'lock'))}, () => {}, async (alsoHeldBy) => { ${work} })`,
  ])
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const started = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
  const ended = new Promise<string>((resolve) => child.once('close', () => resolve(printed)))
  return { child, started, ended }
}
const lock = (onWait: () => void, work: () => Promise<void>) => withBuildLock(join(root, 'lock'), onWait, work)

it('lets one process work at a time', async () => {
  const work = `console.log(Date.now()); await setTimeout(150); console.log(Date.now())`
  const spans = await Promise.all([1, 2, 3, 4].map(() => holder(work).ended))
  const times = spans.map((text) => text.trim().split('\n').map(Number)).sort(([a = 0], [b = 0]) => a - b)
  expect(times.flat()).toEqual([...times.flat()].sort((a, b) => a - b))
  expect(times.flat()).toHaveLength(8)
  expect(readdirSync(root)).toEqual([])
})

it('is free after work has failed', async () => {
  await expect(
    lock(
      () => undefined,
      () => Promise.reject(new Error('no')),
    ),
  ).rejects.toThrow('no')
  expect(readdirSync(root)).toEqual([])
})

it('is taken over from a killed process whose parent has not asked for its end', async () => {
  // The shell becomes a program that never asks for the end of its child.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [bytes] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(bytes.toString())
  await setTimeout(200)
  process.kill(pid, 'SIGKILL')
  mkdirSync(join(root, 'lock'))
  writeFileSync(join(root, 'lock', `${pid}.left`), '')
  const work = vi.fn(async () => undefined)
  await Promise.race([lock(() => undefined, work), setTimeout(2000)])
  parent.kill('SIGKILL')
  expect(work).toHaveBeenCalled()
})

it('is taken over from a process that was killed, once its child has ended too', async () => {
  const { child, started, ended } = holder(`
    const inner = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { detached: true, stdio: 'ignore' })
    alsoHeldBy(inner.pid)
    console.log(inner.pid)
    await setTimeout(60_000)`)
  await started
  child.kill('SIGKILL')
  const inner = Number(await ended)
  const waitedFor: number[] = []
  await withBuildLock(
    join(root, 'lock'),
    (pid) => {
      if (waitedFor.push(pid) === 1) process.kill(pid, 'SIGKILL')
    },
    async () => undefined,
  )
  expect(new Set(waitedFor)).toEqual(new Set([inner]))
})
