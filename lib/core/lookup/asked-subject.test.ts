import { expect, test } from 'vitest'
import { askedSubject, isEndOfId, nameKey } from './asked-subject'
import cases from './asked-subject.cases.json' with { type: 'json' }

const namesIn = (text: string) => {
  const asked = askedSubject(text)
  return [...(asked?.repositories ?? []), ...(asked?.packages.flat() ?? [])].map(({ kind, name }) => `${kind} ${name}`)
}

test.each(cases.named)('%j names the %s', (text, name) => {
  expect(namesIn(text)).toContain(name)
})

test.each([
  ['github', null],
  [' read file ', null],
  ['npm-official/org/server/read_file', 'read_file'],
  ['registry/owner/server/a tool of many words in its name', 'a tool of many words in its name'],
])('%j may be a name, and ends in %j', (text, tail) => {
  expect(askedSubject(text)).toMatchObject({ text: text.trim(), tail })
})

test.each([
  'convert a picture to a smaller format',
  '{"a": "b"}\n{"c": 1}',
  'Error: x\n    at f (/srv/a.js:1:2)',
  'x'.repeat(600),
  `https://example.org/${'x'.repeat(600)}`,
  '?!',
  '',
  '🌦️',
  'https://github.com/owner/na\u0000me',
  'na\ud800me',
  'read and/or write the files that are in the folder which I named before',
])('%j is no name', (text) => {
  expect(askedSubject(text)).toBeUndefined()
})

test.each([
  ['read_file', 'Read File'],
  ['read.file', 'read/file'],
  ['foo__bar', 'foo - bar'],
  ['ÉTAT', 'état'],
])('%j and %j are one name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other))
})

test('letters and other signs tell names apart', () => {
  expect(new Set(['readFile', 'read file', 'c', 'c++', 'c#'].map(nameKey)).size).toBe(5)
})

test.each([
  ['Files', true],
  ['owner/my files', false],
  ['owner/files', true],
  ['Registry/Owner/Files', true],
  ['more/registry/owner/files', false],
  ['er/files', false],
])('%j ends the id registry/owner/files: %j', (text, isEnd) => {
  expect(isEndOfId(text, 'registry/owner/files')).toBe(isEnd)
})
