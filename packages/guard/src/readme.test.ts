import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { USAGE } from './commands.ts'
import { FORMS } from './wrap/test-forms.ts'

const README = readFileSync('packages/guard/README.md', 'utf8')

it('has the commands that there are, and no others', () => {
  const commands = [...README.matchAll(/assay-guard ([a-z]+)/g)].map(([, name]) => name)
  const known = [...USAGE.matchAll(/^assay-guard ([a-z]+)/gm)].map(([, name]) => name)
  expect([...new Set(commands)].sort()).toEqual([...new Set(known)].sort())
})

it('has the options that there are', () => {
  const options = [...README.matchAll(/(?<![-|\w])(--[a-z][a-z-]*)/g)].map(([, name]) => name ?? '')
  for (const option of options.filter((one) => one !== '--global')) expect(`${USAGE} --help`).toContain(option)
})

it('names every client whose form is tested', () => {
  for (const name of Object.keys(FORMS)) expect(README).toContain(name.replace(/,? (?:of|and) .*$/, ''))
})
