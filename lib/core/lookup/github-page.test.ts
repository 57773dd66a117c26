import { expect, test } from 'vitest'
import cases from './github-page.cases.json' with { type: 'json' }
import { repositoryNameOf } from './repository-name'
import { namesInRepositoryEntry } from './server-name'

const placeOf = (text: string) => {
  const found = repositoryNameOf(text)
  return found && `${found.name}:${found.path}`
}

test.each(cases.pages)('%j is %s', (text, place) => {
  expect(placeOf(text)).toBe(place)
  expect(namesInRepositoryEntry(text)).toHaveLength(1)
})

test.each(cases.noRepository)('%j names no repository', (text) => {
  expect(placeOf(text)).toBeUndefined()
})

test('a host that only ends alike is a host of its own', () => {
  expect(placeOf('https://raw.githubusercontent.com.example.org/o/r')).toBe(
    'raw.githubusercontent.com.example.org/o/r:',
  )
})
