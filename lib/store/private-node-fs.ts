import type { NodeFS } from '@electric-sql/pglite/nodefs'
import { OTHERS } from './private-files'

interface Attributes {
  mode?: number | null
}
interface Operations {
  setattr(node: unknown, attributes: Attributes): void
}

/**
 * PGlite's file system in a folder, with files for their owner only. The umask has no effect on them: Emscripten sets
 * the mode of each file after creating it (0666 unless Postgres asks for less).
 */
export async function openPrivateNodeFs(path: string): Promise<NodeFS> {
  const { NodeFS } = await import('@electric-sql/pglite/nodefs')
  class PrivateNodeFs extends NodeFS {
    override async init(...[pglite, options]: Parameters<NodeFS['init']>) {
      const preRun = [...(options.preRun ?? []), ({ NODEFS }: { NODEFS: unknown }) => limitModes(NODEFS)]
      return super.init(pglite, { ...options, preRun })
    }
  }
  return new PrivateNodeFs(path)
}

function limitModes(nodeFs: unknown): void {
  const { node_ops, stream_ops } = nodeFs as { node_ops: Operations; stream_ops: Operations }
  for (const operations of [node_ops, stream_ops]) {
    const { setattr } = operations
    operations.setattr = (node, attributes) =>
      setattr(node, attributes.mode == null ? attributes : { ...attributes, mode: attributes.mode & ~OTHERS })
  }
}
