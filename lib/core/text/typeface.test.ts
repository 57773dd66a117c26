import { expect, test } from 'vitest'
import { nameInTypeface } from './typeface'

test.each([
  ['Linear', 'Linear'],
  ['🚀 Rocket  Launch 🚀', 'Rocket Launch'],
  ['Škoda Öffnung', 'Škoda Öffnung'],
  ['Supabase 数据', 'Supabase'],
  ['飛書文档', undefined],
  ['مترجم', undefined],
  ['🚀', undefined],
  ['', undefined],
  ['a'.repeat(300), `${'a'.repeat(29)}…`],
])('the name %j in our typefaces', (name, shown) => {
  expect(nameInTypeface(name, 30)).toBe(shown)
})
