import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DARK_PAPER, LIGHT, LOGO_GOLD } from './colours'

test('colours outside the style sheet are those of the style sheet', () => {
  const [light = '', dark = ''] = readFileSync('app/_styles/colours.css', 'utf8').split('prefers-color-scheme: dark')
  const declared = (name: string) => `--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}`
  for (const [name, colour] of Object.entries(LIGHT)) expect(light).toContain(`${declared(name)}: ${colour};`)
  expect(dark).toContain(`--paper: ${DARK_PAPER};`)
})

test('the icon has the colours of the logo', () => {
  const colours = readFileSync('app/icon.svg', 'utf8').match(/#[0-9a-f]{6}/g)
  expect(colours).toEqual([LIGHT.ink, LIGHT.paper, LOGO_GOLD])
})
