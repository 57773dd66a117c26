import { gzipSync } from 'node:zlib'
import { base64urlOf, sha256Of } from '../base64url.ts'
import {
  BUNDLE_FORM,
  type BundleManifest,
  MANIFEST_TYPE,
  type ServerFacts,
  type ServerKey,
  type ServerPins,
  type ServerStateEntry,
  TILE_FAMILIES,
  type TileFamily,
} from '../bundle.ts'
import { tileNumberOf } from '../names.ts'
import type { Fetch } from './bounded-get.ts'
import type { ServiceKey } from './signed-manifest.ts'

const utf8 = new TextEncoder()
export const URL_OF_SERVICE = 'https://assay.example'
export const BITS = 2
export const PAGE_TILES = 2

export interface TestServer extends ServerFacts {
  state: ServerStateEntry | null
  pins?: ServerPins['tools']
}

export interface TestKey extends ServiceKey {
  sign(text: string): Promise<string>
}

export async function testKey(): Promise<TestKey> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const { x = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const kid = await sha256Of(utf8.encode(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x })))
  return {
    kid,
    x,
    sign: async (text) =>
      base64urlOf(new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, utf8.encode(text)))),
  }
}

const encoded = (value: unknown) => base64urlOf(utf8.encode(JSON.stringify(value)))

/** A compact JWS. */
export async function signed(key: TestKey, payload: unknown, header: object = {}): Promise<string> {
  const text = `${encoded({ alg: 'EdDSA', typ: MANIFEST_TYPE, kid: key.kid, ...header })}.${encoded(payload)}`
  return `${text}.${await key.sign(text)}`
}

/** A service in memory: what it answers by path, and what was asked. */
export class TestService {
  readonly answers = new Map<string, Uint8Array<ArrayBuffer>>()
  readonly asked: string[] = []
  key: TestKey
  now: number
  manifest: BundleManifest | undefined
  /** Called with the number of each request, from 1 on: may fail it, or answer in its place. */
  intercept: (number: number, path: string) => Promise<Response | undefined> = async () => undefined

  constructor(key: TestKey, now: number) {
    this.key = key
    this.now = now
  }

  /** Makes a manifest of these servers. */
  async publish(servers: readonly TestServer[], change: Partial<BundleManifest> = {}): Promise<void> {
    const pages = {} as Record<TileFamily, string[]>
    for (const family of TILE_FAMILIES) {
      const tiles = await this.#each(2 ** BITS, (tile) => contentOf(family, servers, tile))
      const count = 2 ** BITS / PAGE_TILES
      pages[family] = await this.#each(count, (page) => tiles.slice(page * PAGE_TILES, (page + 1) * PAGE_TILES))
    }
    const iat = Math.floor(this.now / 1000)
    const sequence = (this.manifest?.sequence ?? 0) + 1
    const basis = { form: BUNDLE_FORM, iss: URL_OF_SERVICE, sequence, iat, exp: iat + 600, formulas: {} } as const
    this.manifest = { ...basis, bits: BITS, pageTiles: PAGE_TILES, pages, ...change }
    await this.sign(this.manifest)
  }

  async sign(payload: unknown, header: object = {}): Promise<void> {
    this.answers.set('/v1/bundle/manifest', utf8.encode(await signed(this.key, payload, header)))
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: this.key.x, kid: this.key.kid, alg: 'EdDSA', use: 'sig' }
    this.answers.set('/.well-known/jwks.json', utf8.encode(JSON.stringify({ keys: [jwk] })))
  }

  /** Stores a tile; answers its digest. */
  async tile(content: unknown): Promise<string> {
    const bytes = new Uint8Array(gzipSync(typeof content === 'string' ? content : JSON.stringify(content)))
    const digest = await sha256Of(bytes)
    this.answers.set(`/v1/bundle/tiles/${digest}`, bytes)
    return digest
  }

  #each(count: number, contentOfNumber: (number: number) => unknown): Promise<string[]> {
    return Promise.all(Array.from({ length: count }, (_, number) => this.tile(contentOfNumber(number))))
  }

  fetch: Fetch = async (address, { headers }) => {
    const path = new URL(address).pathname
    this.asked.push(path)
    const instead = await this.intercept(this.asked.length, path)
    if (instead !== undefined) return instead
    const bytes = this.answers.get(path)
    if (bytes === undefined) return new Response('', { status: 404 })
    const etag = `"${await sha256Of(bytes)}"`
    const common = { date: new Date(this.now).toUTCString(), etag }
    if (new Headers(headers).get('if-none-match') === etag) return new Response(null, { status: 304, headers: common })
    return new Response(bytes, { headers: common })
  }
}

function contentOf(family: TileFamily, servers: readonly TestServer[], tile: number): unknown {
  const isHere = (key: ServerKey) => tileNumberOf(key, BITS) === tile
  const here = servers.filter(({ keys }) => keys.some(isHere))
  if (family === 'states')
    return {
      form: BUNDLE_FORM,
      servers: Object.fromEntries(here.flatMap(({ id, state }) => (state === null ? [] : [[id, state]]))),
    }
  if (family === 'pins') return { form: BUNDLE_FORM, servers: here.map(({ id, pins = null }) => ({ id, tools: pins })) }
  return {
    form: BUNDLE_FORM,
    servers: here.map(({ id, title, keys, tools }) => ({ id, title, keys: keys.filter(isHere), tools })),
  }
}
