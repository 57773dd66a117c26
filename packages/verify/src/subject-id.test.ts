import { expect, test } from 'vitest'
import { idFault, isWellFormedId, MAX_ID_LENGTH } from './subject-id.ts'

test.each([
  ['', 'empty'],
  ['x'.repeat(MAX_ID_LENGTH + 1), 'too_long'],
  ['a\u0000b', 'control_character'],
  ['a\u202eb', 'control_character'],
  ['a\ufeffb', 'control_character'],
  ['a\ud83cb', 'lone_surrogate'],
  ['a//b', 'empty_segment'],
  ['/a', 'empty_segment'],
  ['a/../b', 'dot_segment'],
  ['a/.', 'dot_segment'],
])('%j is no id: %s', (id, fault) => {
  expect(idFault(id)).toBe(fault)
  expect(isWellFormedId(id)).toBe(false)
})

test.each(['a', 'a/b c', '図/\u{1f600}', 'a/%2F/..b', 'x'.repeat(MAX_ID_LENGTH)])('%j is a well-formed id', (id) => {
  expect(isWellFormedId(id)).toBe(true)
})
