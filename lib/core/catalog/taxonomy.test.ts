import { describe, expect, it } from 'vitest'
import { CATEGORIES, categoryBySlug } from './taxonomy'

describe('CATEGORIES', () => {
  it('holds 30 to 45 distinct slugs fit for an address, with distinct names', () => {
    const slugs = CATEGORIES.map(({ slug }) => slug)
    expect(slugs.length).toBeGreaterThanOrEqual(30)
    expect(slugs.length).toBeLessThanOrEqual(45)
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(new Set(CATEGORIES.map(({ name }) => name)).size).toBe(slugs.length)
    for (const slug of slugs) expect(slug).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
  })

  it.each(['auth', 'api', 'webhooks'])('has the slug %s', (slug) => {
    expect(categoryBySlug(slug)?.slug).toBe(slug)
  })

  it('describes each in one sentence, and ends with the category of last resort', () => {
    for (const { description } of CATEGORIES) expect(description).toMatch(/^[A-Z].{15,120}\.$/)
    expect(CATEGORIES.at(-1)?.slug).toBe('other')
  })
})

describe('categoryBySlug', () => {
  it.each(['', 'Auth', 'auth ', '__proto__', 'constructor', 'toString', 'weather/'])('knows no %j', (slug) => {
    expect(categoryBySlug(slug)).toBeUndefined()
  })
})
