import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundler } from '../commands/build-browser.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The client with what it needs of other packages, bundled into a folder of its own, as a page of its users has it. */
export interface BuiltClient {
  folder: string
  remove(): Promise<void>
}

export async function buildClient(): Promise<BuiltClient> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-client-'))
  await cp(join(ROOT, 'packages/client/package.json'), join(folder, 'package.json'))
  await bundler().build({
    absWorkingDir: ROOT,
    entryPoints: ['packages/client/src/client.ts', 'packages/client/src/verifier.ts'],
    outdir: join(folder, 'dist'),
    bundle: true,
    splitting: true,
    tsconfig: join(ROOT, 'tsconfig.json'),
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
  })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

const PAGE = `<!doctype html><title>A page of another site</title><script type="module">
import * as client from './client.js'
import * as verifier from './verifier.js'
window.assay = { ...client, ...verifier }
</script>`

/** Serves a page with the built client as `window.assay`, from another origin than either adapter. */
export async function serveClient({ folder }: BuiltClient): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const name = basename(request.url ?? '')
    if (!name.endsWith('.js')) {
      response.setHeader('content-type', 'text/html')
      response.end(PAGE)
      return
    }
    readFile(join(folder, 'dist', name)).then(
      (module) => response.setHeader('content-type', 'text/javascript').end(module),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
