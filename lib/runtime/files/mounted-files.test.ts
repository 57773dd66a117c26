import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { copyEmbeddedTemplate } from '../../store/test-templates'
import { getApp } from '../app'
import { mountPicture } from './picture-file'
import { mountTextFile } from './text-file'

// Files and pictures as routes of Next, which both adapters serve.

const drawer = vi.hoisted(() => ({ draw: vi.fn(async () => new Uint8Array([1, 2, 3])) }))
vi.mock('./picture-drawer', async (original) => ({
  ...(await original<typeof import('./picture-drawer')>()),
  openPictureDrawer: () => drawer.draw,
}))

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assay-files-'))
  await copyEmbeddedTemplate(dataDir)
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('DATA_DIR', dataDir)
  await getApp()
})
beforeEach(() => {
  for (const name of ['assay.cached-text-files', 'assay.pictures']) Reflect.deleteProperty(globalThis, Symbol.for(name))
})
afterAll(async () => {
  await (await getApp()).close()
  await rm(dataDir, { recursive: true, force: true })
})

const TEXT = 'a line\n'.repeat(2000)
const ask = (path: string, headers: Record<string, string> = {}) => new Request(`http://host${path}`, { headers })

test('a file is made once, whatever parameters are asked for, also by many at once', async () => {
  const textOf = vi.fn(async () => TEXT)
  const { GET } = mountTextFile('text/plain', textOf)
  const first = await Promise.all(Array.from({ length: 20 }, (_, n) => GET(ask(`/a.txt?n=${n}`))))
  for (const answer of first) expect(await answer.text()).toBe(TEXT)
  const etag = first[0]?.headers.get('etag') ?? ''
  expect((await GET(ask('/a.txt?again', { 'if-none-match': etag }))).status).toBe(304)
  expect(textOf).toHaveBeenCalledTimes(1)
  expect(await (await GET(ask('/b.txt'))).text()).toBe(TEXT)
  expect(textOf).toHaveBeenCalledTimes(2)
})

test('a file that there is not is 404 and keeps nothing; one that fails is made again', async () => {
  const missing = mountTextFile('text/plain', () => undefined)
  expect((await missing.GET(ask('/c.txt'))).status).toBe(404)
  const failing = mountTextFile('text/plain', () => Promise.reject(new Error('no')))
  expect((await failing.GET(ask('/c.txt'))).status).toBe(500)
  const { GET } = mountTextFile('text/plain', () => TEXT)
  expect((await GET(ask('/c.txt'))).status).toBe(200)
})

test('a file is compressed once, in each encoding, where the server sends encodings', async () => {
  Object.assign(globalThis, { [Symbol.for('assay.server-hook')]: true })
  try {
    const { GET } = mountTextFile('text/plain', () => TEXT)
    const answer = await GET(ask('/d.txt', { 'accept-encoding': 'gzip' }))
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(TEXT)
    expect(answer.headers.get('etag')).toMatch(/-gzip"$/)
  } finally {
    Reflect.deleteProperty(globalThis, Symbol.for('assay.server-hook'))
  }
})

const Shown = ({ name }: { name: string }) => ({ type: 'div', props: { children: name } })
const { GET: picture } = mountPicture('/picture/x/', async (name) => ({ facts: { name }, draw: Shown }))

test('a picture of the same facts is drawn once', async () => {
  drawer.draw.mockClear()
  for (const path of ['/picture/x/a', '/picture/x/a?v=1', '/picture/x/b'])
    expect((await picture(ask(path))).headers.get('content-type')).toBe('image/png')
  expect(drawer.draw.mock.calls).toEqual([
    [{ type: 'div', props: { children: 'a' } }],
    [{ type: 'div', props: { children: 'b' } }],
  ])
})

test('a picture that cannot be drawn is 503 with a time to wait, and drawn when it is asked for again', async () => {
  drawer.draw.mockRejectedValueOnce(new Error('the thread ended'))
  const refused = await picture(ask('/picture/x/c'))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await picture(ask('/picture/x/c'))).status).toBe(200)
})
