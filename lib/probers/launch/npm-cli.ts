import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runProcess } from './bounded-process'
import { launchUnavailable, type Workplace } from './installer'

/** Memory of npm itself, whose lists of versions can be large. */
const NODE_OPTIONS = '--max-old-space-size=512'
/** What npm may fetch: packages of the configured index, and nothing from an address that a package names. */
const OTHER_ORIGINS = ['allow-git', 'allow-remote', 'allow-file', 'allow-directory'] as const

export interface NpmResult {
  /** Of its JSON output; undefined: it is none. */
  output: unknown
  /** npm's code of an error, as E404; null: it succeeded. */
  errorCode: string | null
}

/** Runs the npm that belongs to this Node, with its own configuration except for what must not be configured. */
export async function runNpm(workplace: Workplace, ...words: readonly string[]): Promise<NpmResult> {
  const npm = await usableNpm(workplace)
  const { code, stdout } = await run(workplace, [...npm, ...fixedOptions(workplace), '--json', ...words])
  const output = parseJson(stdout)
  return { output, errorCode: code === 0 ? null : (errorCodeIn(output) ?? 'unknown') }
}

function fixedOptions({ folder }: Workplace): string[] {
  return [
    `--prefix=${join(folder, 'package')}`,
    `--cache=${join(folder, 'cache')}`,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--no-package-lock',
    '--logs-max=0',
    '--global=false',
    ...OTHER_ORIGINS.map((option) => `--${option}=none`),
  ]
}

let known: readonly string[] | undefined

/** The command of npm, once it is known to be able to refuse what other origins serve. */
async function usableNpm(workplace: Workplace): Promise<readonly string[]> {
  if (known !== undefined) return known
  const path = npmPath()
  if (path === undefined) throw launchUnavailable('No npm belongs to this Node.')
  const npm = [process.execPath, path]
  const { stdout } = await run(workplace, [...npm, 'config', 'get', ...OTHER_ORIGINS])
  if (!OTHER_ORIGINS.every((option) => new RegExp(`^${option}=(?:all|none|root)$`, 'm').test(stdout))) {
    throw launchUnavailable('This npm is too old: it cannot be kept from addresses that a package names.')
  }
  known = npm
  return npm
}

/** Beside the Node that runs; undefined: there is none. */
function npmPath(): string | undefined {
  const folders = [process.execPath, realpathSync(process.execPath)].map((path) => dirname(dirname(path)))
  const paths = folders.flatMap((folder) =>
    ['lib', 'share', ''].map((within) => join(folder, within, 'node_modules/npm/bin/npm-cli.js')),
  )
  return paths.find((path) => existsSync(path))
}

function run({ folder, environment, signal }: Workplace, command: readonly string[]) {
  return runProcess(command, { cwd: join(folder, 'package'), env: { ...environment, NODE_OPTIONS }, signal })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function errorCodeIn(output: unknown): string | undefined {
  const { error } = (output ?? {}) as { error?: { code?: unknown } }
  return typeof error?.code === 'string' ? error.code : undefined
}
