import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestKey, TestService } from 'assay-decide/holder/test-service'
import { bytesToBase64 } from 'assay-tlog/base64'
import { leafHash, rootOf } from 'assay-tlog/merkle'
import { signCheckpoint } from 'assay-tlog/note/checkpoint'
import { formatVerifierKey, type NoteSigner, noteSigner } from 'assay-tlog/note/verifier-key'
import { proveConsistency, proveInclusion } from 'assay-tlog/proof'
import { type Leaf, leafBytes } from 'assay-verify/leaves/leaf'

const AT = '2026-11-27T12:00:00.000Z'

export function testSigner(seed = 1): NoteSigner {
  return noteSigner('assay.example/log', 'ed25519', new Uint8Array(32).fill(seed))
}

/** A log in memory, as the service answers of it. */
export class TestLog {
  readonly entries: Uint8Array[] = []
  signer = testSigner()

  add(leaf: Leaf): void {
    this.entries.push(leafBytes(leaf))
  }

  addKey({ kid, x }: { kid: string; x: string }, event: 'published' | 'retired' | 'leaked' = 'published'): void {
    this.add({ v: 2, queuedAt: AT, kind: 'key', at: AT, kid, x, use: 'attestation', event })
  }

  addVerdicts(count: number): void {
    for (let at = 0; at < count; at += 1)
      this.add({ v: 2, queuedAt: AT, kind: 'verdict', at: AT, id: `a/${at}`, from: null, to: 'healthy' })
  }

  async answer({ pathname, searchParams }: URL): Promise<unknown> {
    const asked = (name: string) => Number(searchParams.get(name) ?? this.entries.length)
    if (pathname === '/v1/log')
      return {
        origin: this.signer.key.name,
        checkpoint: this.#checkpoint(),
        keys: [{ vkey: formatVerifierKey(this.signer.key), kid: 'k', retiredAt: null }],
      }
    if (pathname === '/v1/log/leaves') return this.#leaves(asked('before'), asked('limit'))
    if (pathname !== '/v1/log/proof') return undefined
    const size = this.entries.length
    const isInclusion = searchParams.has('leaf')
    const leaf = asked('leaf')
    const hashes = isInclusion
      ? await proveInclusion(leaf, size, this.#read)
      : await proveConsistency(asked('from'), asked('to'), this.#read)
    const entry = isInclusion ? { entry: new TextDecoder().decode(this.entries[leaf]) } : {}
    return { ...entry, hashes: hashes.map(bytesToBase64), checkpoint: this.#checkpoint() }
  }

  #leaves(before: number, limit: number) {
    const from = Math.max(0, before - limit)
    const leaves = this.entries.slice(from, before).map((entry, at) => {
      return { leaf: from + at, kind: JSON.parse(new TextDecoder().decode(entry)).kind }
    })
    return { leaves: leaves.reverse(), before: from === 0 ? null : from }
  }

  #checkpoint(): string {
    const tree = { origin: this.signer.key.name, size: this.entries.length, root: rootOf(this.entries.map(leafHash)) }
    return signCheckpoint(tree, this.signer, new Date(AT))
  }

  #read = async (nodes: readonly { level: number; index: number }[]) =>
    nodes.map(({ level, index }) => {
      const width = 2 ** level
      return rootOf(this.entries.slice(index * width, (index + 1) * width).map(leafHash))
    })
}

/** A service over HTTP: a bundle, a log where it has one, and what was sent to it. */
export class TestAssay {
  readonly bundle: TestService
  log: TestLog | null = new TestLog()
  readonly ingested: { key: string; body: { events: unknown[] } }[] = []
  /** Milliseconds before each answer. */
  delayMs = 0
  readonly #server: Server

  private constructor(key: TestKey) {
    this.bundle = new TestService(key, Date.now())
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      await new Promise((done) => setTimeout(done, this.delayMs))
      const url = new URL(request.url ?? '', 'http://127.0.0.1')
      if (url.pathname === '/v1/ingest') {
        const body = JSON.parse(Buffer.concat(chunks).toString())
        this.ingested.push({ key: String(request.headers['idempotency-key']), body })
        return void response.end('{"accepted":1,"ignored":0}')
      }
      const json = await this.log?.answer(url)
      if (json !== undefined) return void response.end(JSON.stringify(json))
      const headers = { 'if-none-match': request.headers['if-none-match'] ?? '' }
      const answer = await this.bundle.fetch(url.href, { headers })
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  }

  static async start(key: TestKey): Promise<TestAssay> {
    const assay = new TestAssay(key)
    assay.#server.listen(0, '127.0.0.1')
    await once(assay.#server, 'listening')
    return assay
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}
