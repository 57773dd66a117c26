import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signed, testKey } from 'assay-decide/holder/test-service'
import { reportsFile } from 'assay-hook/run/record-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { serverNamed } from '../calls/test-gate.ts'
import { isDown, isHealthy, TestOracles } from './test-oracle.ts'

const [FILES, BARN] = [serverNamed('files'), serverNamed('barn')]
const until = (check: () => unknown) => vi.waitFor(() => expect(check()).toBe(true), { timeout: 20_000, interval: 10 })

let at: TestOracles
beforeEach(async () => {
  at = await TestOracles.open()
})
afterEach(() => at.close())

const manifestsAsked = () => at.assay.bundle.asked.filter((path) => path === '/v1/bundle/manifest').length

describe('a service that answers', () => {
  beforeEach(() => at.publish({ files: isDown(), barn: isHealthy() }))

  test('is asked in the background, once a minute for all guards of the machine', async () => {
    const [one, other] = [at.gate([FILES]), at.gate([BARN])]
    expect(one.gate.refusal(FILES, 'read', null)).toBe(null)
    await until(() => one.oracle?.view?.servers.size === 1 && other.oracle?.view?.servers.size === 1)
    expect(one.gate.refusal(FILES, 'read', null)?.code).toBe('down')
    expect(other.gate.refusal(BARN, 'read', null)).toBe(null)
    expect(manifestsAsked()).toBe(1)
    await at.publish({ files: isHealthy(), barn: isHealthy() })
    at.pass(1.1)
    await until(() => one.gate.refusal(FILES, 'read', null) === null)
    expect(manifestsAsked()).toBe(2)
  })

  test('need not be asked again by a guard that starts after another', async () => {
    const before = at.gate([FILES])
    await until(() => before.oracle?.view !== null)
    expect(at.gate([FILES]).gate.refusal(FILES, 'read', null)?.code).toBe('down')
  })

  test('one trial is made by all guards of the machine, and its answer counts for all', async () => {
    const [one, other] = [at.gate([FILES]), at.gate([FILES])]
    await until(() => one.oracle?.view !== null && other.oracle?.view !== null)
    const isRefused = ({ gate }: typeof one) => gate.refusal(FILES, 'read', null) !== null
    expect([isRefused(one), isRefused(other)]).toEqual([true, true])
    at.pass(5.1)
    expect([isRefused(one), isRefused(other), isRefused(one)]).toEqual([false, true, true])
    const outcome = { kind: 'answered', tool: 'read', isError: true, durationMs: 1, errorClass: null } as const
    one.gate.record(FILES, outcome)
    expect([isRefused(one), isRefused(other)]).toEqual([false, false])
  })

  test('what is wrong with what other programs left does no harm', async () => {
    const before = at.gate([FILES])
    await until(() => before.oracle?.view !== null)
    const { files } = before.oracle as NonNullable<typeof before.oracle>
    for (const path of [files.view, files.recent, files.refreshed, join(files.folder, 'wanted', 'x.json')])
      writeFileSync(path, '{"keys":[7]}\nnull\n')
    const after = at.gate([FILES])
    expect(after.gate.refusal(FILES, 'read', null)).toBe(null)
    await at.publish({ files: isDown() })
    at.pass(1.1)
    await until(() => after.oracle?.view !== null)
    expect(after.gate.refusal(FILES, 'read', null)?.code).toBe('down')
  })

  test('outcomes are sent once that is turned on, and nothing besides', async () => {
    writeFileSync(reportsFile(at.root), '')
    const { oracle } = at.gate([FILES])
    await until(() => oracle?.view !== null)
    const outcome = { at: Date.now(), toolId: 'g/files/read', success: true, latencyMs: 12 }
    oracle?.outcomes.add(outcome)
    await vi.waitFor(() => {
      at.pass(1.1)
      expect(at.assay.ingested).toHaveLength(1)
    })
    const { at: _, ...sent } = outcome
    expect(at.assay.ingested[0]?.body).toEqual({ events: [sent] })
  })
})

describe('what was held stays, and no call waits,', () => {
  const held = async () => {
    await at.publish({ files: isDown(), barn: isHealthy() })
    const opened = at.gate([FILES, BARN])
    await until(() => opened.oracle?.view !== null)
    return opened
  }
  /** Both servers are as the last good bundle has them; and once that is too old, as if there were no service. */
  const staysUsable = async ({ gate, oracle }: Awaited<ReturnType<typeof held>>) => {
    at.pass(1.1)
    await until(() => (oracle?.refreshed?.problem ?? null) !== null)
    expect(gate.refusal(FILES, 'read', null)?.code).toBe('down')
    expect(gate.refusal(BARN, 'read', null)).toBe(null)
    at.pass(15)
    expect(gate.refusal(FILES, 'read', null)).toBe(null)
  }

  test('where the service is gone', async () => {
    const opened = await held()
    at.assay.bundle.intercept = async () => new Response('', { status: 503 })
    await staysUsable(opened)
  })

  test('where it does not answer', async () => {
    const opened = await held()
    at.assay.delayMs = 5000
    await staysUsable(opened)
  })

  test('where it signs with a key that is not its own', async () => {
    const opened = await held()
    await at.publish({ files: isHealthy(), barn: isDown() }, await testKey())
    await staysUsable(opened)
    expect(at.said.join()).toContain('key')
  })

  test('where its signature is wrong', async () => {
    const opened = await held()
    const { bundle } = at.assay
    const text = await signed(bundle.key, { ...bundle.manifest, sequence: 99 })
    bundle.answers.set('/v1/bundle/manifest', new TextEncoder().encode(`${text.slice(0, -6)}AAAAAA`))
    await staysUsable(opened)
  })

  test('where it goes back to an older manifest', async () => {
    const opened = await held()
    const { bundle } = at.assay
    await bundle.sign({ ...bundle.manifest, sequence: 0, iat: Math.floor(Date.now() / 1000) })
    await staysUsable(opened)
  })

  test('where it is another service', async () => {
    const opened = await held()
    const { bundle } = at.assay
    await bundle.sign({ ...bundle.manifest, sequence: 9, iss: 'https://other.example' })
    await staysUsable(opened)
  })

  test('where it answers something else', async () => {
    const opened = await held()
    at.assay.bundle.intercept = async () => new Response('<html>'.repeat(1000))
    await staysUsable(opened)
  })
})

test('where no service was ever there, every call goes to its server, and one sentence says so', async () => {
  const opened = at.gate([FILES], 'http://127.0.0.1:9')
  expect(opened.gate.refusal(FILES, 'read', null)).toBe(null)
  await until(() => at.said.length > 0)
  expect(opened.gate.refusal(FILES, 'read', null)).toBe(null)
  expect(at.said).toHaveLength(1)
})

test('another key is accepted where the log of the first contact says so', async () => {
  await at.publish({ files: isDown() })
  const { gate, oracle } = at.gate([FILES])
  await until(() => oracle?.view !== null)
  const key = await testKey()
  at.assay.log?.addKey(key)
  await at.publish({ files: isHealthy() }, key)
  at.pass(1.1)
  await until(() => gate.refusal(FILES, 'read', null) === null)
  expect(oracle?.refreshed?.problem).toBe(null)
})
