import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundedFetch } from '../bounded-fetch.ts'
import { CREDENTIALS, openS3Server, REGION, type S3Server } from '../test-s3-server.ts'
import { emptyFolder } from '../test-tlogs.ts'
import { folderSideFiles } from './folder-side-files.ts'
import { s3SideFiles } from './s3-side-files.ts'
import { checkSideFolder, checkSidePath, type SideFiles } from './side-files.ts'

let server: S3Server
let folder: string
let places: Record<string, SideFiles>
beforeAll(async () => {
  server = await openS3Server('logs')
  folder = await emptyFolder()
  const bucket = { endpoint: server.endpoint, bucket: 'logs', prefix: 'assay/one', region: REGION, ...CREDENTIALS }
  places = { folder: folderSideFiles(folder), bucket: s3SideFiles(bucket, boundedFetch) }
})
afterAll(() => server.close())

const text = (written: string) => new TextEncoder().encode(written)

describe.each(['folder', 'bucket'])('files beside a log in a %s', (kind) => {
  it('are written, replaced, listed and removed', async () => {
    const files = places[kind] as SideFiles
    expect(await files.list('bundle/tiles')).toEqual([])
    await files.put('bundle/tiles/-one_', text('1'))
    await files.put('bundle/tiles/two', text('2'))
    await files.put('bundle/manifest.jws', text('a'))
    await files.put('bundle/manifest.jws', text('b'))
    expect((await files.list('bundle/tiles')).sort()).toEqual(['-one_', 'two'])
    expect(await Promise.all(['-one_', 'none'].map((name) => files.read(`bundle/tiles/${name}`)))).toEqual([
      Buffer.from('1'),
      undefined,
    ])
    await files.remove('bundle/tiles/two')
    await files.remove('bundle/tiles/two')
    expect(await files.list('bundle/tiles')).toEqual(['-one_'])
  })
})

it('what a killed writer left in a folder is removed and not listed', async () => {
  await writeFile(join(folder, 'bundle/tiles/.writing-00'), 'half')
  expect(await places.folder?.list('bundle/tiles')).toEqual(['-one_'])
  expect(await readdir(join(folder, 'bundle/tiles'))).toEqual(['-one_'])
})

it('are in the bucket under the prefix of the log, as they were written', () => {
  const written = [...server.objects].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)])
  expect(Object.fromEntries(written)).toEqual({
    'assay/one/bundle/manifest.jws': 'b',
    'assay/one/bundle/tiles/-one_': '1',
  })
})

it.each([
  'checkpoint',
  'tile/0/000',
  'tile',
  '../x/y',
  'bundle/../../x',
  'bundle/',
  '/bundle/x',
  'bundle/.tmp',
  'bundle/x/y/',
])('%s is no path of one', (path) => {
  expect(() => checkSidePath(path)).toThrow(TypeError)
})

it.each(['', 'tile', 'tile/0', '..', 'bundle/..', '.tmp'])('%j is no folder of theirs', (path) => {
  expect(() => checkSideFolder(path)).toThrow(TypeError)
})
