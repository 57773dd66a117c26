import { expect, test } from 'vitest'
import { openPackageIndexes } from './package-indexes'

test('there are the indexes that the settings name, opened once', async () => {
  const none = openPackageIndexes({ npm: false, pypiUrl: null }, () => undefined)
  expect(await none()).toEqual({})
  const open = openPackageIndexes({ npm: true, pypiUrl: 'http://127.0.0.1:3141' }, () => undefined)
  const indexes = await open()
  expect(await open()).toBe(indexes)
  expect(Object.keys(indexes).toSorted()).toEqual(['npm', 'pypi'])
  expect(indexes.pypi?.addressOf('weather')).toBe('http://127.0.0.1:3141')
  expect(URL.canParse(indexes.npm?.addressOf('weather') ?? '')).toBe(true)
})
