import { expect, test } from 'vitest'
import { readInputs } from './intake-package'

const read = (given: Partial<Parameters<typeof readInputs>[0]>) =>
  readInputs({ runtimeArguments: undefined, packageArguments: undefined, environmentVariables: undefined, ...given })

const positional = {
  place: 'package',
  name: null,
  value: null,
  valueHint: null,
  description: null,
  isRequired: false,
  isRepeated: false,
}

test('arguments of the package and of the program that starts it, named and positional', () => {
  const given = {
    runtimeArguments: [{ type: 'named', name: '--mount', value: 'type=bind,src={source}', isRepeated: true }],
    packageArguments: [
      { type: 'positional', valueHint: 'folder', description: 'A\nfolder', isRequired: true, isRepeated: true },
      { type: 'named', name: '--port', default: '8080' },
    ],
  }
  expect(read(given).arguments).toEqual([
    { ...positional, place: 'runtime', name: '--mount', value: 'type=bind,src={source}', isRepeated: true },
    { ...positional, valueHint: 'folder', description: 'A folder', isRequired: true, isRepeated: true },
    { ...positional, name: '--port', value: '8080' },
  ])
})

test('no value of a secret is kept', () => {
  const secrets = [
    { type: 'named', name: '--token', isSecret: true, value: 'anything' },
    { type: 'named', name: '--api-key', value: 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCD' },
  ]
  expect(read({ packageArguments: secrets }).arguments?.map(({ value }) => value)).toEqual([null, null])
  const environmentVariables = [{ name: 'API_KEY', isRequired: true, isSecret: true, value: 'x', default: 'y' }]
  expect(read({ environmentVariables })).toEqual({
    variables: ['API_KEY'],
    environment: [{ name: 'API_KEY', isRequired: true, isSecret: true, description: null }],
  })
})

test.each([[undefined], [7], ['x'], [[null, 7, 'x']], [{}]])('what has no form is nothing: %j', (value) => {
  const { environment, variables } = read({ environmentVariables: value })
  expect([environment, variables]).toEqual([undefined, undefined])
})

test('long texts are cut, lists are bounded, and a name that is none is left out', () => {
  const description = 'd'.repeat(5_000)
  const many = Array.from({ length: 100 }, (_, n) => ({ type: 'named', name: `--o${n}`, description }))
  const found = read({ packageArguments: [{ type: 'named', name: '$(reboot)' }, ...many] }).arguments ?? []
  expect(found.length).toBeLessThanOrEqual(20)
  expect(found.every(({ name, description: text }) => /^--o/.test(name ?? '') && (text?.length ?? 0) <= 200)).toBe(true)
})
