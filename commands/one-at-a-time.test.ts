import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-once-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('lets one work at a time, and the others after it', async () => {
  let working = 0
  let waited = 0
  const work = async () => {
    expect(++working).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 30))
    working--
  }
  await Promise.all(Array.from({ length: 5 }, () => oneAtATime(root, () => waited++, work)))
  expect(waited).toBe(4)
})

it('lets go when the work fails, and does not hold up other folders', async () => {
  const failing = oneAtATime(
    root,
    () => undefined,
    () => Promise.reject(new Error('no')),
  )
  await expect(failing).rejects.toThrow('no')
  const inner = () =>
    oneAtATime(
      `${root}-other`,
      () => undefined,
      async () => 'inner',
    )
  expect(await oneAtATime(root, () => undefined, inner)).toBe('inner')
})

it('is not held by a process that was killed', async () => {
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { oneAtATime } from '${new URL('one-at-a-time.mjs', import.meta.url).href}'
    await oneAtATime(${JSON.stringify(root)}, () => {}, () => { console.log('held'); return new Promise(() => setTimeout(() => {}, 60000)) })`,
  ])
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  const next = oneAtATime(
    root,
    () => holder.kill('SIGKILL'),
    async () => 'ours',
  )
  expect(await next).toBe('ours')
  // Once more, with nobody there and the dead one's socket file left behind.
  expect(
    await oneAtATime(
      root,
      () => undefined,
      async () => 'ours',
    ),
  ).toBe('ours')
})
