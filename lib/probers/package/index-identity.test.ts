import { describe, expect, test } from 'vitest'
import { manifest, npmIndexAt, packument, pypiIndexAt, pypiProject } from '../test-package-index'
import { probe, serve } from '../test-servers'
import type { PackageIndexes } from './package-index'

type Pages = Readonly<Record<string, { type?: string; body?: object }>>

/** A web server with these pages; 404 for any other path. */
async function serverOf(pages: Pages) {
  const requests: string[] = []
  const origin = await serve(({ url = '' }, response) => {
    requests.push(url)
    const page = Object.hasOwn(pages, url) ? pages[url] : undefined
    response.setHeader('content-type', page?.type ?? 'application/json')
    response.writeHead(page === undefined ? 404 : 200).end(JSON.stringify(page?.body ?? { error: 'Not found' }))
  })
  return { origin, requests }
}

/** One address as the index of both kinds, kept as a process keeps it. */
async function lookUpsAt(origin: string) {
  const packageIndexes: PackageIndexes = { npm: await npmIndexAt(origin), pypi: pypiIndexAt(origin) }
  return async (transport: 'npm' | 'pypi', name: string) => {
    const { reason, httpStatus, notes } = await probe(name, { transport, own: false, packageIndexes })
    return { reason, httpStatus, notes }
  }
}

const NOT_SHOWN = {
  reason: 'index_unusable',
  httpStatus: 404,
  notes: ['The package index answered that it has no such package, but nothing shows that it is a package index.'],
}

describe('a 404 for a package', () => {
  test.each<['npm' | 'pypi', string]>([
    ['npm', '/-/ping'],
    ['pypi', '/simple/'],
  ])('of a server that answers 404 for everything says nothing about it: %s', async (kind, identity) => {
    const { origin, requests } = await serverOf({})
    expect(await (await lookUpsAt(origin))(kind, 'weather')).toEqual(NOT_SHOWN)
    expect(requests.at(-1)).toBe(identity)
  })

  test('of a web site whose every other page is for people says nothing either', async () => {
    const { origin } = await serverOf({ '/-/ping': { type: 'text/html' }, '/simple/': { type: 'text/html' } })
    const lookUp = await lookUpsAt(origin)
    expect([await lookUp('npm', 'weather'), await lookUp('pypi', 'weather')]).toEqual([NOT_SHOWN, NOT_SHOWN])
  })

  test('of a server that shows to be an index means that it is gone, and it is asked once', async () => {
    const type = 'application/vnd.pypi.simple.v1+html; charset=utf-8'
    const { origin, requests } = await serverOf({ '/-/ping': {}, '/simple/': { type } })
    const lookUp = await lookUpsAt(origin)
    for (const kind of ['npm', 'pypi'] as const) {
      expect([await lookUp(kind, 'one'), await lookUp(kind, 'two')]).toEqual([
        { reason: 'package_gone', httpStatus: 404, notes: [] },
        { reason: 'package_gone', httpStatus: 404, notes: [] },
      ])
    }
    expect(requests).toEqual(['/one', '/-/ping', '/two', '/pypi/one/json', '/simple/', '/pypi/two/json'])
  })

  test('of an address at which another package was found means that it is gone', async () => {
    const { origin, requests } = await serverOf({
      '/other': { body: packument('other', [manifest('other', '1.0.0')]) },
      '/pypi/other/json': { body: pypiProject('other') },
    })
    const lookUp = await lookUpsAt(origin)
    for (const kind of ['npm', 'pypi'] as const) {
      expect((await lookUp(kind, 'weather')).reason).toBe('index_unusable')
      expect((await lookUp(kind, 'other')).reason).toBe('published')
      expect((await lookUp(kind, 'weather')).reason).toBe('package_gone')
    }
    expect(requests.filter((path) => ['/-/ping', '/simple/'].includes(path))).toHaveLength(2)
  })

  test('is judged by the address of its scope', async () => {
    const [good, wrong] = [await serverOf({ '/-/ping': {} }), await serverOf({})]
    const npm = await npmIndexAt(good.origin, { 'npm_config_@other:registry': wrong.origin })
    const reasonOf = async (name: string) => (await probe(name, { transport: 'npm', packageIndexes: { npm } })).reason
    expect([await reasonOf('weather'), await reasonOf('@other/weather')]).toEqual(['package_gone', 'index_unusable'])
  })
})
