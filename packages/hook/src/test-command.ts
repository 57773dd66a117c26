import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { BundleView, KnownServer, ServerStateEntry } from 'assay-decide/bundle'
import type { ServerName } from 'assay-decide/names'
import { bundleHook } from '../../../commands/build-hook.mjs'
import { serverKeySync } from './setup/read-setup.ts'
import { type ServiceFiles, serviceFiles } from './state/files.ts'
import { WANTED } from './state/keys-wanted.ts'
import { lineFileText } from './state/line-file.ts'
import { makePrivate, serviceFolder } from './state/state-folder.ts'
import { viewLines } from './state/view-lines.ts'

/** Nobody is there. */
export const NOBODY = 'http://127.0.0.1:9'

let built: Promise<string> | undefined

/** The command as it is installed, built once for a process. */
function builtCommand(): Promise<string> {
  built ??= (async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-hook-built-')))
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    await bundleHook(folder, { isWhole: true })
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    return join(folder, 'assay-hook.js')
  })()
  return built
}

export interface Ended {
  code: number | null
  out: string
  /** What it wrote to stderr. */
  said: string
}

/** A machine with a home, a project and what the hook keeps. */
export class TestMachine {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-hook-')))
  readonly home = join(this.folder, 'home')
  readonly project = join(this.folder, 'project')
  readonly state = join(this.folder, 'state')
  env: Record<string, string> = {}
  url = NOBODY

  constructor() {
    for (const path of [this.home, this.project]) mkdirSync(path)
  }

  close(): void {
    // A refresh in the background may still write into a folder that is being removed.
    for (let tries = 1; ; tries += 1)
      try {
        rmSync(this.folder, { recursive: true, force: true, maxRetries: 2, retryDelay: 50 })
        break
      } catch (error) {
        if (tries === 10) throw error
      }
  }

  files(url = this.url): ServiceFiles {
    return serviceFiles(serviceFolder(this.state, url))
  }

  /** Writes a file below the folder of this machine. */
  write(path: string, content: string | object): string {
    const whole = join(this.folder, path)
    mkdirSync(dirname(whole), { recursive: true })
    writeFileSync(whole, typeof content === 'string' ? content : JSON.stringify(content))
    return whole
  }

  /** Makes servers known, as a refresh does, and no other refresh due within the minute. */
  knows(servers: readonly KnownServer[], times: Partial<Pick<BundleView, 'assessedAt' | 'expiresAt'>> = {}): void {
    const now = Date.now()
    const byKey = new Map<string, KnownServer[]>()
    for (const one of servers) for (const key of one.facts.keys) byKey.set(key, [...(byKey.get(key) ?? []), one])
    const view = {
      assessedAt: now - 5000,
      expiresAt: now + 595_000,
      ...times,
      servers: byKey,
      configuredNames: new Map(),
    }
    makePrivate(this.files().folder)
    writeFileSync(this.files().view, lineFileText([...viewLines(view), [WANTED, [...byKey.keys()]]]))
  }

  /** Runs the command with an event, or with text as it is, on its standard input. */
  async run(args: readonly string[], input: string | object = ''): Promise<Ended> {
    const entry = await builtCommand()
    const options = { cwd: this.project, env: this.#env(), stdio: 'pipe' } as const
    const child = spawn(process.execPath, [entry, ...args], options)
    const [out, said]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (part) => out.push(part))
    child.stderr.on('data', (part) => said.push(part))
    child.stdin.on('error', () => undefined)
    child.stdin.end(typeof input === 'string' ? input : JSON.stringify(input))
    const code = await new Promise<number | null>((done) => child.on('close', done))
    return { code, out: Buffer.concat(out).toString(), said: Buffer.concat(said).toString() }
  }

  #env(): NodeJS.ProcessEnv {
    const { PATH = '' } = process.env
    const own = { HOME: this.home, ASSAY_HOOK_STATE: this.state, ...(this.url === '' ? {} : { ASSAY_URL: this.url }) }
    return { ...this.env, PATH, ...own } as unknown as NodeJS.ProcessEnv
  }
}

/** A known server by its names. */
export function knownServer(
  id: string,
  names: readonly ServerName[],
  state: ServerStateEntry | null,
  rest: Partial<KnownServer> & { tools?: KnownServer['facts']['tools'] } = {},
): KnownServer {
  const { tools = {}, ...others } = rest
  return {
    facts: { id, title: id.split('/').at(-1) ?? id, keys: names.map(serverKeySync), tools },
    state,
    pins: null,
    ...others,
  }
}

const minutes = (ms: number) => Math.floor(ms / 60_000)

/** Down for so many minutes, and confirmed for the next ones. */
export function down(forMinutes = 18): ServerStateEntry {
  return { v: 'down', since: minutes(Date.now()) - forMinutes, until: minutes(Date.now()) + 10 }
}

export const healthy = (): ServerStateEntry => ({ v: 'healthy', until: minutes(Date.now()) + 600 })
