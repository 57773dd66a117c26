import { expect, test } from 'vitest'
import { repositoryNameOf } from './repository-name'
import cases from './repository-name.cases.json' with { type: 'json' }

const nameOf = (text: string) => repositoryNameOf(text)?.name
const placeOf = (text: string) => {
  const found = repositoryNameOf(text)
  return found && `${found.name}:${found.path}`
}

test.each(cases.sameRepository)('%j is one repository', (text) => {
  expect(placeOf(text)).toBe('github.com/foo/bar:')
})

test.each(cases.names)('%j is %s', (text, name) => {
  expect(nameOf(text)).toBe(name)
})

test.each([
  ['https://github.com/foo/bar/tree/main', ''],
  ['https://github.com/foo/bar/tree/main/src/Time/', 'src/time'],
  ['https://github.com/foo/bar/blob/main/src/time/README.md?plain=1#L3', 'src/time/readme.md'],
  ['https://github.com/foo/bar/tree/HEAD/a%20b', 'a b'],
  ['https://github.com/foo/bar/issues/12', ''],
  ['https://github.com/foo/bar/pull/3/files', ''],
  ['https://github.com/foo/bar/wiki/API', ''],
  ['git+https://github.com/foo/bar.git@main#subdirectory=src/time', 'src/time'],
  ['git+https://github.com/foo/bar.git#egg=x&subdirectory=src/time', 'src/time'],
  ['git@github.com:foo/bar/tree/main/src/time', 'src/time'],
])('%j is the place %j of it', (text, path) => {
  expect(repositoryNameOf(text)).toEqual({ name: 'github.com/foo/bar', path })
})

test.each([
  ['https://gitlab.com/a/b/c/-/tree/main/src/x', 'gitlab.com/a/b/c:src/x'],
  ['https://gitlab.com/a/b/c/tree/main/x', 'gitlab.com/a/b/c:x'],
  ['https://gitlab.com/a/b/-/merge_requests/3', 'gitlab.com/a/b:'],
  ['https://git.example.org/a/b/c/-/blob/main/x.md', 'git.example.org/a/b/c:x.md'],
  ['https://bitbucket.org/foo/bar/src/master/src/x', 'bitbucket.org/foo/bar:src/x'],
  ['https://codeberg.org/foo/bar/src/branch/main/x', 'codeberg.org/foo/bar:x'],
  ['https://git.example.org/foo/bar/src/branch/main/x/y', 'git.example.org/foo/bar:x/y'],
  ['https://git.example.org/group/sub/src', 'git.example.org/group/sub/src:'],
])('%j is %s', (text, place) => {
  expect(placeOf(text)).toBe(place)
})

test.each([
  ...cases.noRepository,
  // Bitbucket has no such address.
  'git://bitbucket.org/foo/bar',
  `https://github.com/foo/${'x'.repeat(600)}`,
  `https://github.com/foo/bar?${'x'.repeat(2048)}`,
  'foo/\ud800',
])('%j names no repository', (text) => {
  expect(repositoryNameOf(text)).toBeUndefined()
})
