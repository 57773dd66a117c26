import { expect, test } from '@playwright/test'
import cases from 'assay-decide/decide.cases.json' with { type: 'json' }
import { bundler } from '../commands/build-browser.mjs'

/** Decides every case, as its JSON says, in whatever runs it. */
const PROGRAM = `
import { decide } from './packages/decide/src/decide.ts'
import { policyOf, viewOf } from './packages/decide/src/test-views.ts'
globalThis.decideAll = (cases) =>
  cases.map(({ call, view, policy, recent, now }) => decide(call, viewOf(view), policyOf(policy), recent, now))
`

test('a browser decides as Node and the service do', async ({ page }) => {
  const { outputFiles } = await bundler().build({
    stdin: { contents: PROGRAM, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    write: false,
    tsconfig: 'tsconfig.json',
    format: 'iife',
    platform: 'browser',
    logLevel: 'warning',
  })
  await page.setContent('<!doctype html><title>Decisions</title>')
  await page.addScriptTag({ content: outputFiles?.[0]?.text ?? '' })
  const decided = await page.evaluate(
    (given) => (globalThis as unknown as { decideAll(cases: unknown): unknown[] }).decideAll(given),
    cases as unknown,
  )
  expect(cases.length).toBeGreaterThan(20)
  expect(decided).toEqual(cases.map(({ decision }) => decision))
})
