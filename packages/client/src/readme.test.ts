import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { answer, deadAddress, HEALTH, type Oracle, ROUTE, startOracle, UNAVAILABLE } from './test-oracle.ts'

const EXAMPLE = readFileSync('packages/client/README.md', 'utf8').split('```js\n')[1]?.split('\n```')[0] ?? ''

const REASON = { code: 'contract_broken', text: 'One of its tools may now delete.' }
const routed = (recommendation: string, toolId: string = HEALTH.toolId) => ({
  ...ROUTE,
  recommendation,
  chosen: { ...ROUTE.chosen, toolId, recommendation, reasons: [REASON] },
})
const NOTHING = {
  ...ROUTE,
  chosen: null,
  fallbacks: [],
  candidates: [],
  unavailable: [],
  fit: 0,
  recommendation: 'no_confident_match',
  confidence: 0,
}

interface Calls {
  called: { name: string; timeout: number }[]
  asked: string[]
  warned: unknown[][]
  reported: Record<string, unknown>[]
}

/** Runs the first example of the README; `routes`: the answers to its requests, the last one for all after it. */
async function runExample(
  routes: readonly unknown[],
  { says = true, fails = false, baseUrl = '' } = {},
): Promise<Calls> {
  const calls: Calls = { called: [], asked: [], warned: [], reported: [] }
  const left = [...routes]
  const oracle: Oracle = await startOracle((response, { path, body }) => {
    if (path === '/v1/ingest') calls.reported.push(...JSON.parse(body).events)
    const given = path.startsWith('/v1/route') ? (left.length > 1 ? left.shift() : left[0]) : HEALTH
    answer(200, path === '/v1/ingest' ? { accepted: 1, ignored: 0 } : given)(response)
  })
  const connect = async () => ({
    callTool: async ({ name }: { name: string }, { timeout }: { timeout: number }) => {
      calls.called.push({ name, timeout })
      if (fails) throw new Error('it failed')
      return { content: [] }
    },
  })
  const code = EXAMPLE.replace("import { createClient } from 'assay-client'", '').replace(
    'https://assay.example',
    baseUrl || oracle.baseUrl,
  )
  await runInNewContext(`(async () => {${code}\n})()`, {
    createClient,
    connect,
    askUser: async (text: string) => {
      calls.asked.push(text)
      return says
    },
    console: { warn: (...given: unknown[]) => calls.warned.push(given) },
    process: { env: {} },
  })
  return calls
}

const CALL = { name: 'read_file', timeout: 30_000 }
const UNUSED = { called: [], asked: [], reported: [] }

describe('the first example of the README', () => {
  it('calls what works, and reports how it went', async () => {
    const { called, asked, reported } = await runExample([routed('proceed')])
    expect({ called, asked }).toEqual({ called: [CALL], asked: [] })
    expect(reported).toEqual([expect.objectContaining({ toolId: HEALTH.toolId, success: true })])
  })

  it('asks before it calls with caution, and takes no for an answer', async () => {
    const route = routed('proceed_with_caution')
    expect(await runExample([route])).toMatchObject({
      called: [CALL],
      asked: ['read_file: One of its tools may now delete. Use it?'],
    })
    expect((await runExample([route], { says: false })).called).toEqual([])
  })

  it('tries what is unknown for a short time, and then what fits next', async () => {
    const [first, second] = [routed('unknown'), routed('unknown', 'garden/other/server/read_file')]
    expect((await runExample([first])).called).toEqual([{ ...CALL, timeout: 5000 }])
    const { called, reported } = await runExample([first, second, NOTHING], { fails: true })
    expect(called).toHaveLength(2)
    expect(reported.map(({ toolId, success }) => [toolId, success])).toEqual([
      [HEALTH.toolId, false],
      ['garden/other/server/read_file', false],
    ])
  })

  it('calls nothing where what fits cannot be used, and says when it is expected back', async () => {
    const route = { ...NOTHING, unavailable: [UNAVAILABLE], recommendation: 'avoid' }
    const { toolId, reason, expectedBack } = UNAVAILABLE
    expect(await runExample([route])).toEqual({ ...UNUSED, warned: [[toolId, reason.text, expectedBack.at]] })
  })

  it.each([
    ['what is a near miss', NOTHING],
    ['what an earlier version answers to be avoided', routed('avoid')],
  ])('never calls %s', async (_, route) => {
    expect(await runExample([route])).toMatchObject(UNUSED)
  })

  it('calls nothing and does not fail where the service does not answer', async () => {
    const calls = await runExample([NOTHING], { baseUrl: await deadAddress() })
    expect(calls).toMatchObject({ ...UNUSED, warned: [[expect.any(String)]] })
  })
})
