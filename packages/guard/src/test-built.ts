import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { bundler } from '../../../commands/build-browser.mjs'

const SOURCES = 'packages/guard/src'
let folder: string | undefined
const built = new Map<string, Promise<string>>()

/** A folder that is removed when the process ends. */
export function testFolder(): string {
  if (folder === undefined) {
    const made = realpathSync(mkdtempSync(join(tmpdir(), 'assay-guard-')))
    process.on('exit', () => rmSync(made, { recursive: true, force: true }))
    writeFileSync(join(made, 'package.json'), '{ "type": "module" }')
    folder = made
  }
  return folder
}

/** A program of this package with all that it imports, as one file; built once for a process. */
export function builtProgram(source: string): Promise<string> {
  const found = built.get(source)
  if (found !== undefined) return found
  const outfile = join(testFolder(), `${basename(source, '.ts')}.js`)
  const building = bundler()
    .build({
      entryPoints: [`${SOURCES}/${source}`],
      outfile,
      bundle: true,
      tsconfig: 'tsconfig.json',
      format: 'esm',
      platform: 'node',
      target: 'node20',
      logLevel: 'warning',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    })
    .then(() => outfile)
  built.set(source, building)
  return building
}

/** A program that writes on its first line where it listens. */
export class ListeningProgram {
  readonly #child: ChildProcess
  readonly firstLine: Promise<string>

  constructor(args: string[], env: Record<string, string> = {}, from: 'stdout' | 'stderr' = 'stdout') {
    this.#child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    const input = this.#child[from]
    if (input === null) throw new Error('It has no output')
    const lines = createInterface({ input })
    this.firstLine = once(lines, 'line').then(([line]) => String(line))
    // Whatever else it writes is read, so that it does not wait.
    this.#child.stdout?.resume()
    this.#child.stderr?.resume()
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit')
    if (this.#child.exitCode === null && this.#child.kill()) await ended
  }
}
