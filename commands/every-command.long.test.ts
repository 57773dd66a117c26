import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ended, SCRIPTS, shell } from './test-shell'

/** A limit for a hang: every command is started twice. */
const ALL_WITHIN_MS = 600_000
const NAMES = Object.keys(SCRIPTS)
/** Written by the install and the build of a start. */
const STAMPS = ['node_modules/.package-lock.json', '.next/.built', 'public/assets']

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-commands-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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
      ended.set(name, await shell(`${SCRIPTS[name]} ${option}`, join(folder, 'data')))
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
