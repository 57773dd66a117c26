import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { ADAPTERS } from './adapters'

const INSTALL_WITHIN_MS = 180_000

/** Runs a command to its end. The error of one that fails has its stdout too, where compilers print theirs. */
function run(cwd: string, command: string, ...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd }, (cause, stdout, stderr) => {
      if (cause === null) resolve()
      else reject(new Error(`${command} ${args.join(' ')} failed\n${stdout}\n${stderr}`, { cause }))
    })
  })
}

test.describe('a client that a common generator makes from the document', () => {
  // One install serves both adapters.
  test.describe.configure({ mode: 'serial' })
  let folder = ''

  test.beforeAll(async () => {
    test.setTimeout(INSTALL_WITHIN_MS)
    folder = await mkdtemp(join(tmpdir(), 'assay-generated-client-'))
    const source = fileURLToPath(new URL('generated-client', import.meta.url))
    for (const name of ['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', 'smoke.mts']) {
      await cp(join(source, name), join(folder, name))
    }
    const flags = [
      '--include=dev',
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]
    await run(folder, 'npm', 'ci', ...flags)
  })

  test.afterAll(() => rm(folder, { recursive: true, force: true }))

  for (const { adapter, origin } of ADAPTERS) {
    test(`compiles strictly and makes its calls at ${adapter}`, async () => {
      const document = await fetch(`${origin}/openapi.json`)
      await writeFile(join(folder, 'openapi.json'), await document.text())
      const node = (...args: string[]) => run(folder, process.execPath, ...args)
      await node('node_modules/openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'types.ts')
      expect(await readFile(join(folder, 'types.ts'), 'utf8')).toContain('export interface paths')
      await node('node_modules/typescript/bin/tsc', '-p', '.')
      await node('made/smoke.mjs', origin)
    })
  }
})
