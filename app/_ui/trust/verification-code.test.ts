import { webcrypto } from 'node:crypto'
import { expect, test } from 'vitest'
import { EXAMPLES } from '@/lib/contract/examples'
import { verificationCode } from './verification-code'

/** Runs the code with these answers in place of the network; what it printed. */
async function printed(answers: Record<string, unknown>): Promise<unknown[]> {
  const lines: unknown[] = []
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor
  const run = new AsyncFunction('fetch', 'crypto', 'console', verificationCode('https://assay.example', 'a/b/c d'))
  const fetch = async (address: string) => ({ json: async () => answers[address] })
  await run(fetch, webcrypto, { log: (...values: unknown[]) => lines.push(...values) })
  return lines
}

const { attestation, toolId, score } = EXAMPLES.score
const answers = (token: string) => ({
  'https://assay.example/v1/score/a/b/c%20d': { attestation: token },
  'https://assay.example/.well-known/jwks.json': EXAMPLES.jwks,
})

test('the code for a browser accepts a genuine signature and prints what was signed', async () => {
  expect(await printed(answers(attestation))).toEqual([true, expect.objectContaining({ sub: toolId, score })])
})

test('it refuses a signature of other claims', async () => {
  const [head, claims = '', signature] = attestation.split('.')
  const other = Buffer.from(JSON.stringify({ ...JSON.parse(atob(claims)), score: 100 })).toString('base64url')
  expect((await printed(answers(`${head}.${other}.${signature}`)))[0]).toBe(false)
})
