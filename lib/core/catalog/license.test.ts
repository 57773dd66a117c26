import { expect, test } from 'vitest'
import { licenceOf } from './license'

test.each([
  ['MIT', 'MIT'],
  ['mit', 'MIT'],
  ['MIT License', 'MIT'],
  ['apache-2.0', 'Apache-2.0'],
  ['Apache License 2.0', 'Apache-2.0'],
  ['GPL-3.0', 'GPL-3.0'],
  ['BSD-3-Clause', 'BSD-3-Clause'],
])('%s is a licence with an address', (text, id) => {
  expect(licenceOf(text)).toEqual({ name: id, address: `https://spdx.org/licenses/${id}` })
})

test.each(['proprietary', 'MIT OR Apache-2.0', '__proto__', 'GPL v3 or later'])('%s has no address', (text) => {
  expect(licenceOf(text)).toEqual({ name: text, address: null })
})

test.each([null, '', ' ', 'unknown', 'Not specified', '[NOT GIVEN]', '<UNKNOWN>', 'https://code.example/LICENSE'])(
  '%s names none',
  (text) => expect(licenceOf(text)).toBeNull(),
)

test('the name of a registry is no licence', () => {
  expect(licenceOf('Smithery', 'smithery')).toBeNull()
  expect(licenceOf('SEE LICENSE IN LICENSE')).toBeNull()
})
