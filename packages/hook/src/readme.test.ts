import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOST_NAMES } from './hosts/find-host.ts'
import { TestMachine } from './test-command.ts'

const README = readFileSync('packages/hook/README.md', 'utf8')

let machine: TestMachine
beforeEach(() => {
  machine = new TestMachine()
  machine.url = ''
})
afterEach(() => machine.close())

it('the commands of the README run as they stand there', async () => {
  const block = README.split('```sh\n')[1]?.split('\n```')[0] ?? ''
  const commands = block.split('\n').filter((line) => line.startsWith('assay-hook '))
  expect(commands).toHaveLength(2)
  for (const command of commands)
    expect(await machine.run(command.split(' ').slice(1))).toMatchObject({ code: 0, said: '' })
  expect((await machine.run(['status'])).out).toMatch(/^https:\/\/assay\.example: not asked yet\.\n\nClaude Code: /)
})

it('every host has its name in the README', () => {
  for (const name of HOST_NAMES) expect(README).toContain(`\`${name}\``)
})
