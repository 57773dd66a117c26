import { expect, test } from 'vitest'
import { repositoryNameOf } from './repository-name'
import { namesInRepositoryEntry } from './server-name'

const placeOf = (text: string) => {
  const found = repositoryNameOf(text)
  return found && `${found.name}:${found.path}`
}

test.each([
  ['https://raw.githubusercontent.com/Owner/Repo/main/README.md', 'github.com/owner/repo:readme.md'],
  ['https://raw.githubusercontent.com/o/r/main/src/time/index.ts', 'github.com/o/r:src/time/index.ts'],
  ['https://raw.githubusercontent.com/o/r/refs/heads/main/src/x', 'github.com/o/r:src/x'],
  ['https://raw.githubusercontent.com/o/r/refs/tags/v1.0/src/x', 'github.com/o/r:src/x'],
  ['https://raw.githubusercontent.com/o/r/3f2a9c1/a%20b', 'github.com/o/r:a b'],
  ['https://raw.githubusercontent.com/o/r/main/x?token=secret', 'github.com/o/r:x'],
  ['raw.githubusercontent.com/o/r/main/x', 'github.com/o/r:x'],
  ['https://raw.githubusercontent.com/o/r/main', 'github.com/o/r:'],
  ['https://raw.github.com/o/r/main/x', 'github.com/o/r:x'],
  ['https://api.github.com/repos/Owner/Repo', 'github.com/owner/repo:'],
  ['https://api.github.com/repos/o/r/', 'github.com/o/r:'],
  ['https://api.github.com/repos/o/r/contents/src/time?ref=main', 'github.com/o/r:src/time'],
  ['https://api.github.com/repos/o/r/contents', 'github.com/o/r:'],
  ['https://api.github.com/repos/o/r/issues/12', 'github.com/o/r:'],
  ['https://api.github.com/repos/o/r/git/trees/main', 'github.com/o/r:'],
  ['https://api.github.com/repos/o/r/releases/latest', 'github.com/o/r:'],
  ['https://api.github.com/gists/feedbeef', 'gist.github.com/feedbeef:'],
  ['https://gist.githubusercontent.com/foo/feedbeef/raw/0123abcd/x.py', 'gist.github.com/feedbeef:'],
  ['https://gist.githubusercontent.com/foo/feedbeef/raw', 'gist.github.com/feedbeef:'],
  ['https://gist.github.com/foo/feedbeef/raw/x', 'gist.github.com/feedbeef:'],
])('%j is %s', (text, place) => {
  expect(placeOf(text)).toBe(place)
  expect(namesInRepositoryEntry(text)).toHaveLength(1)
})

test.each([
  'https://raw.githubusercontent.com',
  'https://raw.githubusercontent.com/o',
  'https://raw.githubusercontent.com/o/r',
  'https://api.github.com',
  'https://api.github.com/repos',
  'https://api.github.com/repos/o',
  'https://api.github.com/users/o',
  'https://api.github.com/repositories/1296269',
  'https://api.github.com/search/repositories?q=o/r',
  'https://api.github.com/repos/o/r/tarball/main',
  'https://api.github.com/repos/o/r/zipball',
  'https://codeload.github.com/o/r/zip/refs/heads/main',
  'https://codeload.github.com/o/r/legacy.tar.gz/main',
  'https://raw.githubusercontent.com/o/%00/main/x',
  'https://api.github.com/repos/../r',
])('%j names no repository', (text) => {
  expect(placeOf(text)).toBeUndefined()
})

test('a host that only ends alike is a host of its own', () => {
  expect(placeOf('https://raw.githubusercontent.com.example.org/o/r')).toBe(
    'raw.githubusercontent.com.example.org/o/r:',
  )
})
