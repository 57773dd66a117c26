import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { manifest, npmIndexAt, packument } from '../test-package-index'
import { probe, serve, serveSelfSigned } from '../test-servers'
import { loadNpmIndex } from './npm-index'

async function indexOf(npmrc: string, variables: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-npmrc-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, '.npmrc'), npmrc)
  return loadNpmIndex({ environment: { HOME: folder, PREFIX: folder, ...variables }, folder })
}

test('addresses and credentials come from npm’s own files and from variables that they name', async () => {
  const index = await indexOf(
    [
      'registry=http://127.0.0.1:4873/npm/',
      '@other:registry=http://127.0.0.1:4874/',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of npm's files.
      '//127.0.0.1:4873/npm/:_authToken=${SECRET}',
      '//127.0.0.1:4874/:_auth=dTpw',
    ].join('\n'),
    { SECRET: 'abc' },
  )
  expect(index.addressOf('weather')).toBe('http://127.0.0.1:4873/npm')
  expect(index.addressOf('@other/weather')).toBe('http://127.0.0.1:4874')
  expect(index.headersFor('http://127.0.0.1:4873/npm/weather')).toEqual({ authorization: 'Bearer abc' })
  expect(index.headersFor('http://127.0.0.1:4874/@other%2Fweather')).toEqual({ authorization: 'Basic dTpw' })
  expect(index.headersFor('http://127.0.0.1:4875/weather')).toEqual({})
})

test('credentials are not sent to where the index redirects', async () => {
  const seen: (string | undefined)[] = []
  const other = await serve((request, response) => {
    seen.push(request.headers.authorization)
    response.end()
  })
  const origin = await serve((request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(302, { location: `${other}/weather` }).end()
  })
  const npm = await npmIndexAt(origin, { [`npm_config_${origin.replace('http:', '')}/:_authToken`]: 'abc' })
  // An origin that the configuration does not name must be public.
  expect(await probe('weather', { transport: 'npm', packageIndexes: { npm } })).toMatchObject({
    reason: 'index_unusable',
  })
  expect(seen).toEqual(['Bearer abc'])
})

test('certificates are checked as npm is configured', async () => {
  const origin = await serveSelfSigned((_, response) =>
    response.end(JSON.stringify(packument('weather', [manifest('weather', '1.0.0')]))),
  )
  const reasonWith = async (variables: Record<string, string>) => {
    const npm = await npmIndexAt(origin, variables)
    return (await probe('weather', { transport: 'npm', packageIndexes: { npm } })).reason
  }
  expect(await reasonWith({})).toBe('index_unusable')
  expect(await reasonWith({ npm_config_strict_ssl: 'false' })).toBe('published')
})

test('a proxy of npm’s configuration is used', async () => {
  const asked: string[] = []
  const proxy = await serve((request, response) => {
    // Which of its forms the target of a request has is the client's choice.
    asked.push(new URL(request.url ?? '', `http://${request.headers.host}`).href)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(packument('weather', [manifest('weather', '1.0.0')])))
  })
  const npm = await npmIndexAt('http://npm.example', { npm_config_proxy: proxy })
  const found = await probe('weather', { transport: 'npm', packageIndexes: { npm } })
  expect({ reason: found.reason, asked }).toEqual({ reason: 'published', asked: ['http://npm.example/weather'] })
})
