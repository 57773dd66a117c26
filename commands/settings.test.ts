import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTINGS_PAGE, settingsPage } from './settings'

test('docs/settings.md is what `npm run settings` writes', () => {
  expect(readFileSync(SETTINGS_PAGE, 'utf8')).toBe(settingsPage())
})

test('every setting has a row with its default and purpose, and a setting without a default has an empty cell', () => {
  expect(settingsPage()).toContain('| `PORT` | `3000` | ')
  expect(settingsPage()).toContain('| `REGISTRY_URL` | `https://registry.modelcontextprotocol.io` | ')
  expect(settingsPage()).toMatch(/\| `SIGNING_KEY` \| {2}\| \S/)
})
