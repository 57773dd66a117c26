import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BAR_FORMS, barPath } from './bar-shapes'
import { DayStrip } from './day-strip'

test('no two forms of a bar are drawn alike, and each stays within its height', () => {
  const paths = BAR_FORMS.map((form) => barPath(form, 0, 4, 30))
  expect(new Set(paths).size).toBe(BAR_FORMS.length)
  for (const path of paths) {
    const ends = [...path.matchAll(/M0 ([\d.]+)h4V([\d.]+)/g)].flatMap(([, from, to]) => [Number(from), Number(to)])
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ends)).toBeLessThanOrEqual(30)
  }
})

test('a strip is read without colour: days of another state have bars of another form', () => {
  const days = (['up', 'partial', 'down', 'unobserved'] as const).map((state) => ({
    date: '2026-11-20',
    state,
    upMs: 1,
    downMs: 1,
  }))
  const markup = renderToStaticMarkup(DayStrip({ days, shown: 4 }))
  const forms = [...markup.matchAll(/ d="([^"]*)"/g)].map(([, d = '']) => d.replaceAll(/M[\d.]+ /g, 'M'))
  expect(new Set(forms).size).toBe(4)
})
