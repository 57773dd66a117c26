import { describe, expect, it } from 'vitest'
import { Names } from './names.ts'
import { testUpstream } from './test-double.ts'

const listing = (lists: Record<string, readonly string[]>) => {
  const upstreams = Object.keys(lists).map((name) => testUpstream(name))
  return { upstreams, names: new Names(upstreams, ({ server }) => lists[server.name] ?? []) }
}

describe('names of one server', () => {
  it('stay as they are, whatever they are', () => {
    const long = 'x'.repeat(100)
    const { upstreams, names } = listing({ 'any name': ['a', 'b__c', long] })
    const [only] = upstreams
    for (const name of ['a', 'b__c', long]) {
      expect(only && names.shown(only, name)).toBe(name)
      expect(names.target(name)).toEqual({ upstream: only, name })
    }
    expect(names.target('not listed')).toEqual({ upstream: only, name: 'not listed' })
  })
})

describe('names of several servers', () => {
  it('have the name of their server before them, of letters, digits, _ and -', () => {
    const { upstreams, names } = listing({ 'my files!': ['read'], git: ['read'] })
    expect(upstreams.map((upstream) => names.shown(upstream, 'read'))).toEqual(['myfiles__read', 'git__read'])
  })

  it('lead back to the server and its own name, also where they are cut or the same', () => {
    const tools = ['read', 'b__c', 'x'.repeat(64), `${'x'.repeat(64)}y`]
    const { upstreams, names } = listing({ a: tools, a__b: ['c'], 'a!': tools, 'ä!': tools, 'ö!': tools })
    const shown = upstreams.flatMap((upstream) =>
      (upstream.server.name === 'a__b' ? ['c'] : tools).map((name) => {
        const one = names.shown(upstream, name) ?? ''
        expect(names.target(one)).toEqual({ upstream, name })
        return one
      }),
    )
    expect(new Set(shown).size).toBe(shown.length)
    for (const one of shown) expect(one).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })

  it('lead to a server also where it does not list them, and to none where none is meant', () => {
    const { upstreams, names } = listing({ a: [], a__b: [] })
    expect(names.target('a__new')).toEqual({ upstream: upstreams[0], name: 'new' })
    expect(names.target('a__b__new')).toEqual({ upstream: upstreams[1], name: 'new' })
    expect(names.target('new')).toBeUndefined()
  })
})
