import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestWorld, type TestWorld } from './audit/test-world.ts'
import { lock } from './lock.ts'

let world: TestWorld
let path = ''
let key = ''

beforeAll(async () => {
  world = await openTestWorld(new Date('2026-11-20T00:00:00Z'))
  path = join(await mkdtemp(join(tmpdir(), 'assay-proofs-')), 'lock.json')
  for (const minutes of [1, 10]) await world.probe('w/steady', minutes, 'answered')
  await world.publish()
  key = (await (await fetch(`${world.url}/v1/log`)).json()).keys[0].vkey
  expect((await run('add', path, 'w/steady/add', '--url', world.url)).code).toBe(0)
}, 120_000)
afterAll(() => world.close())
afterEach(() => world.tamper(null))

async function run(...args: string[]) {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const code = await lock(args, { print, warn: print, now: world.now })
  return { code, text: lines.join('\n') }
}
const encoded = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const changingProof = (change: (proof: { hashes: string[]; entry: string }) => object) =>
  world.tamper((asked, answer) =>
    asked.startsWith('/v1/log/proof') ? encoded(change(JSON.parse(new TextDecoder().decode(answer)))) : undefined,
  )

test('a lock names the leaf of its digests, and the log proves it', async () => {
  const answer = await (await fetch(`${world.url}/v1/lock?ids=w/steady,w/lazy`)).json()
  expect(answer.servers).toMatchObject([{ serverId: 'w/steady', leaf: { index: expect.any(Number) } }, { leaf: null }])
  const { leaf, digest } = answer.servers[0]
  const proof = await (await fetch(`${world.url}/v1/log/proof?leaf=${leaf.index}`)).json()
  expect(JSON.parse(proof.entry)).toMatchObject({ kind: 'declarations', id: 'w/steady', digest })
  expect(await run('check', path, '--proofs', key)).toMatchObject({ code: 0 })
})

test.each<[string, (proof: { hashes: string[]; entry: string }) => object, string]>([
  ['a wrong proof', (proof) => ({ ...proof, hashes: proof.hashes.toReversed().slice(1) }), 'its proof is wrong'],
  ['another leaf', (proof) => ({ ...proof, entry: proof.entry.replace('w/steady', 'w/other') }), 'its proof is wrong'],
  ['no proof', () => ({}), 'of which there is no proof'],
  ['an unsigned checkpoint', (proof) => ({ ...proof, checkpoint: 'x' }), 'is not of the log'],
])('%s is not checked', async (_, change, why) => {
  changingProof(change)
  const { code, text } = await run('check', path, '--proofs', key)
  expect(text).toContain(why)
  expect(code).toBe(2)
})

test('the key of another log', async () => {
  const other = 'audit.test/log+c3ceb8ad+AWEJ3tT4Z5lSWZ4wzCB2gNO1M2EjFcqvZg5UZVZ0wIrN'
  expect((await run('check', path, '--proofs', other)).code).toBe(2)
  expect((await run('check', path, '--proofs', 'nothing')).code).toBe(2)
})
