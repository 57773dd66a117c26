import { execFile, execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { leafHash, readRoot } from 'assay-tlog/merkle'
import { formatVerifierKey, noteSigner } from 'assay-tlog/note/verifier-key'
import { proveConsistency, proveInclusion } from 'assay-tlog/proof'
import { folderStorage } from 'assay-tlog/storage/folder'
import { tilePath } from 'assay-tlog/tile'
import { hashReaderOf } from 'assay-tlog/tree/stored-tree'
import { type Bench, BenchCannotRun, type Print, round } from '../bench'
import { withFolder } from '../folder'
import { benchEntries, growTlog, VKEY } from './grown-tlog'

const GO_PACKAGES = '/usr/share/gocode'

/**
 * Reads logs with Go's `sumdb/note` and `sumdb/tlog`, which are not ours: logs of several sizes that this writes, or
 * one of a running service.
 */
export const bench: Bench = {
  flags: { sizes: '1,255,256,257,70000,1000000', url: '', vkey: '' },
  run: ({ sizes = '', url = '', vkey = '' }, print) =>
    withFolder(async (folder) => {
      const program = await buildReader(folder)
      if (url !== '') {
        if (vkey === '') throw new BenchCannotRun('--url needs --vkey, the key of the log as GET /v1/log names it')
        const given = ['-log', `${url}/log`, '-vkey', vkey, '-api', `${url}/v1/log/proof`]
        return { read: [await read(program, given, print)] }
      }
      const results = []
      for (const size of sizes.split(',').map(Number)) {
        const log = join(folder, String(size))
        results.push(await readGrown(program, log, size, print))
      }
      return { read: results, refused: await readDamaged(program, folder, print) }
    }),
  hasFailed: ({ read, refused }) =>
    [...(read as { ok: boolean }[]), ...((refused ?? []) as { ok: boolean }[])].some(({ ok }) => !ok),
}

/** Builds the program. Throws `BenchCannotRun` where Go or its packages are absent. */
async function buildReader(folder: string): Promise<string> {
  const program = join(folder, 'verify')
  const source = join(dirname(fileURLToPath(import.meta.url)), 'verify.go')
  const env = { ...process.env, GO111MODULE: 'off', GOFLAGS: '', GOPATH: GO_PACKAGES, GOCACHE: join(folder, 'cache') }
  try {
    execFileSync('go', ['build', '-o', program, source], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.slice(0, 500) : String(cause)
    throw new BenchCannotRun(
      `NOT VERIFIED: this bench needs Go and golang.org/x/mod (Debian: golang-go and golang-golang-x-mod-dev). ${why}`,
      { cause },
    )
  }
  return program
}

async function readGrown(program: string, log: string, size: number, print: Print) {
  // A few appends, so that partial tiles are read, continued and replaced.
  for (const [from, to] of stepsTo(size)) await growTlog(log, from, to, print)
  const storage = folderStorage(log)
  const proofs = join(log, 'proofs')
  const lines = await proofLines(storage, size)
  await writeFile(proofs, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return read(program, ['-log', log, '-vkey', VKEY, '-proofs', proofs], print)
}

function stepsTo(size: number): [number, number][] {
  const sizes = [0, 1, Math.floor(size / 3), Math.floor((size * 2) / 3), size].filter((step) => step <= size)
  const steps = [...new Set(sizes)].sort((a, b) => a - b)
  return steps.slice(1).map((to, at) => [steps[at] ?? 0, to])
}

/** Proofs in the form of GET /v1/log/proof. */
async function proofLines(storage: ReturnType<typeof folderStorage>, size: number): Promise<object[]> {
  const reader = hashReaderOf(storage, size)
  const inBase64 = (hash: Uint8Array) => Buffer.from(hash).toString('base64')
  const root = async (of: number) => inBase64(await readRoot(of, reader))
  const lines: object[] = []
  const places = Array.from({ length: 50 }, (_, at) => Math.floor((size * at) / 50))
  for (const leaf of new Set([...places, 255, 256, size - 1].filter((place) => place < size))) {
    const of = Math.max(leaf + 1, size - (leaf % 7))
    const [entry = new Uint8Array()] = benchEntries(leaf, leaf + 1)
    const hashes = (await proveInclusion(leaf, of, reader)).map(inBase64)
    const leafHashText = inBase64(leafHash(entry))
    const claim = { kind: 'inclusion', size: of, root: await root(of), leaf, leafHash: leafHashText }
    lines.push({ ...claim, entry: new TextDecoder().decode(entry), hashes })
    const from = leaf + 1
    const consistency = (await proveConsistency(from, size, reader)).map(inBase64)
    const roots = { root: await root(size), fromRoot: await root(from) }
    lines.push({ kind: 'consistency', size, from, ...roots, hashes: consistency })
  }
  return lines
}

/** Logs that were changed on purpose, each of which the program has to refuse. */
async function readDamaged(program: string, folder: string, print: Print) {
  const size = 700
  const results = []
  const entries = tilePath({ level: 'entries', index: 1, width: 256 })
  const tile = tilePath({ level: 0, index: 2, width: 188 })
  for (const [what, path, vkey] of [
    ['an entry was changed', entries, VKEY],
    ['a tile was changed', tile, VKEY],
    ['the checkpoint was changed', 'checkpoint', VKEY],
    ['another key', null, formatVerifierKey(noteSigner('bench.example/log', 'ed25519', new Uint8Array(32)).key)],
  ] as const) {
    const log = join(folder, `damaged ${what}`)
    await growTlog(log, 0, size, print)
    if (path !== null) {
      const bytes = await readFile(join(log, path))
      bytes[20] = (bytes[20] ?? 0) ^ 1
      await writeFile(join(log, path), bytes)
    }
    const { ok, said } = await run(program, ['-log', log, '-vkey', vkey])
    print(`${what}: ${said}`)
    results.push({ what, ok: !ok, said: said.replaceAll(folder, '') })
  }
  return results
}

async function read(program: string, given: string[], print: Print) {
  const beganAt = performance.now()
  const { ok, said } = await run(program, given)
  const seconds = round((performance.now() - beganAt) / 1000, 1)
  print(`${said} (${seconds} s)`)
  return { ok, seconds, ...(ok ? { found: JSON.parse(said) as object } : { said }) }
}

function run(program: string, given: string[]): Promise<{ ok: boolean; said: string }> {
  return new Promise((resolve) => {
    execFile(program, given, { maxBuffer: 1 << 20 }, (error, stdout, stderr) =>
      resolve({ ok: error === null, said: (error === null ? stdout : stderr).trim() }),
    )
  })
}
