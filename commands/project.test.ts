import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bringUpToDate, hashFiles, holdsLocked, nodeFault, stamped } from './project.mjs'

let root: string
const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-project-'))
  write('app/page.tsx', 'page')
  write('lib/core/verdict.ts', 'verdict')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it.each([
  ['20.18.1', undefined],
  ['20.19.0', undefined],
  ['100.0.0', undefined],
  ['20.18.0', 'Assay needs Node 20.18.1 or newer; this is Node 20.18.0.'],
  ['20.9.9', 'this is Node 20.9.9'],
  ['18.20.4', 'this is Node 18.20.4'],
])('Node %s', (version, fault) => {
  if (fault === undefined) expect(nodeFault(version, '>=20.18.1')).toBeUndefined()
  else expect(nodeFault(version, '>=20.18.1')).toContain(fault)
})

describe('the hash of sources', () => {
  const hash = () => hashFiles([join(root, 'app'), join(root, 'lib'), join(root, 'package-lock.json')])

  it('does not change when a file is written again, or for tests', () => {
    const before = hash()
    write('app/page.tsx', 'page')
    write('lib/core/verdict.test.ts', 'test')
    write('lib/store/test-databases.ts', 'for tests')
    expect(hash()).toBe(before)
  })

  it.each([
    ['a changed file', () => write('lib/core/verdict.ts', 'other')],
    ['a new file', () => write('lib/core/new.ts', '')],
    ['a removed file', () => rmSync(join(root, 'lib/core/verdict.ts'))],
    ['a renamed file', () => renameSync(join(root, 'lib/core/verdict.ts'), join(root, 'lib/core/verdicts.ts'))],
    ['a new lock file', () => write('package-lock.json', '{}')],
  ])('differs after %s', (_what, change) => {
    const before = hash()
    change()
    expect(hash()).not.toBe(before)
  })
})

describe('an install', () => {
  const left = { version: '1.0.0', integrity: 'sha512-left' }
  const foreign = { version: '2.0.0', optional: true, os: ['none'] }
  const fileOf = (packages: object) => JSON.stringify({ packages })
  const locked = { '': {}, 'node_modules/left': left, 'node_modules/foreign': foreign }

  it('may lack optional packages', () => {
    expect(holdsLocked(fileOf({ 'node_modules/left': left }), fileOf(locked))).toBe(true)
  })

  it.each([
    ['a record cut short', '{"packages": {', fileOf(locked)],
    ['a missing package', fileOf({}), fileOf(locked)],
    ['another version', fileOf({ 'node_modules/left': { ...left, version: '0.9.0' } }), fileOf(locked)],
    ['other content', fileOf({ 'node_modules/left': { ...left, integrity: 'sha512-x' } }), fileOf(locked)],
    [
      'packages of another machine',
      fileOf({ 'node_modules/left': left, 'node_modules/foreign': foreign }),
      fileOf(locked),
    ],
  ])('with %s does not match the lock file', (_what, record, lockFile) => {
    expect(holdsLocked(record, lockFile)).toBe(false)
  })
})

describe('a task', () => {
  let inputs = 'one'
  const taskOf = (code: string) => ({
    stamp: join(root, '.done'),
    isCurrent: (content: string) => content === inputs,
    content: () => inputs,
    command: [process.execPath, '-e', code] as const,
  })
  const counting = () => taskOf(`require('node:fs').appendFileSync(${JSON.stringify(join(root, 'runs'))}, 'x')`)
  const runs = () => (existsSync(join(root, 'runs')) ? readFileSync(join(root, 'runs'), 'utf8').length : 0)
  const lock = () => join(root, '.lock')

  it('runs once for the same inputs, and again for others', async () => {
    const progress = vi.fn()
    for (const next of ['one', 'one', 'two']) {
      inputs = next
      await bringUpToDate(counting(), progress, lock())
    }
    expect(runs()).toBe(2)
    expect(progress).toHaveBeenCalledWith('up to date')
  })

  it('whose work was done by hand is up to date', async () => {
    inputs = 'one'
    const progress = vi.fn()
    await stamped(counting(), async () => undefined)
    await bringUpToDate(counting(), progress, lock())
    expect([runs(), progress.mock.calls]).toEqual([0, [['up to date']]])
  })

  it('that failed does not count as done, nor does the result it replaced', async () => {
    inputs = 'one'
    await bringUpToDate(counting(), vi.fn(), lock())
    inputs = 'two'
    await expect(bringUpToDate(taskOf('process.exit(1)'), vi.fn(), lock())).rejects.toThrow('ended with code 1')
    inputs = 'one'
    await bringUpToDate(counting(), vi.fn(), lock())
    expect(runs()).toBe(2)
  })

  it('counts as made from the inputs before its run', async () => {
    inputs = 'one'
    const content = () => readFileSync(join(root, 'app/page.tsx'), 'utf8')
    const task = { ...counting(), content, isCurrent: (stamp: string) => stamp === content() }
    await bringUpToDate(task, () => appendFileSync(join(root, 'app/page.tsx'), '!'), lock())
    await bringUpToDate(task, vi.fn(), lock())
    expect(runs()).toBe(2)
  })
})
