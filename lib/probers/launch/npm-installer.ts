import { open, realpath, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isObject } from '../mcp/json-rpc'
import type { ProbeFailure } from '../prober'
import { cannotStart, type Installer, launchUnavailable, type Workplace } from './installer'
import { runNpm } from './npm-cli'
import { SANDBOX_NODE, SANDBOX_PACKAGE, type Sandboxed } from './sandbox'

const VERSION = /^\d[\w.+-]{0,255}$/
const MOST_MANIFEST_BYTES = 1_000_000

/** Installs with npm, which runs no script of a package and fetches only from its configured index. */
export const npmInstaller: Installer = {
  async findNewest(name, workplace) {
    const { output, errorCode } = await runNpm(workplace, 'view', '--', `${name}@latest`, 'version')
    // That it is gone is for the look-up to say, which knows whether the address is that of an index.
    if (errorCode === 'E404') throw launchUnavailable('The package index answered that it has no such package.')
    if (typeof output === 'string' && VERSION.test(output)) return output
    throw launchUnavailable('The package index named no newest version.')
  },

  async install(name, version, workplace) {
    const { folder } = workplace
    await writeFile(join(folder, 'package', 'package.json'), '{"private":true}')
    const { errorCode } = await runNpm(workplace, 'install', '--omit=dev', '--', `${name}@${version}`)
    if (errorCode !== null) throw failureOf(errorCode)
    return programOf(name, workplace)
  },
}

function failureOf(errorCode: string): ProbeFailure {
  // The package itself was found just before.
  if (errorCode === 'E404' || errorCode === 'ETARGET') return cannotStart('One of its dependencies is not published.')
  if (errorCode === 'EBADPLATFORM') return launchUnavailable('It is not made for the system of this machine.')
  if (errorCode.startsWith('EALLOW')) return launchUnavailable('It has a dependency outside the package index.')
  return launchUnavailable('The package manager could not install it.')
}

/** The program that `npx` would choose: the only one, else the one of the package's name. */
async function programOf(name: string, { folder }: Workplace): Promise<Sandboxed> {
  const root = join(folder, 'package')
  const home = join(root, 'node_modules', name)
  const manifest = await readManifest(join(home, 'package.json'))
  const bin = binOf(manifest, name.replace(/^@[^/]*\//, ''))
  if (bin === undefined) throw cannotStart('It names no program to start.')
  const path = await realpath(join(home, bin)).catch(() => undefined)
  if (path === undefined) throw cannotStart('The program that it names is not in it.')
  const within = relative(await realpath(root), path)
  if (within.startsWith('..')) throw cannotStart('The program that it names is not in it.')
  const inside = join(SANDBOX_PACKAGE, within)
  const start = await readStart(path)
  // As npm's links do: a first line names the interpreter, and Node runs what has none.
  return {
    program: start.startsWith('#!') ? [inside] : [SANDBOX_NODE, inside],
    mounts: [[root, SANDBOX_PACKAGE]],
  }
}

function binOf(manifest: unknown, name: string): string | undefined {
  if (!isObject(manifest)) return undefined
  const { bin } = manifest
  if (typeof bin === 'string') return bin
  if (!isObject(bin)) return undefined
  const paths = [...new Set(Object.values(bin))]
  const chosen = paths.length === 1 ? paths[0] : bin[name]
  return typeof chosen === 'string' ? chosen : undefined
}

async function readManifest(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readStart(path, MOST_MANIFEST_BYTES))
  } catch {
    return undefined
  }
}

async function readStart(path: string, bytes = 2): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}
