import type { CatalogServer } from '../core/catalog/catalog'
import type { SourceBatch, SourceRun } from './source'

/**
 * A run without this service itself, which must not rate itself. A server with a remote under `baseUrl` is reported
 * among the rejected, and as deleted, so that it also goes where it was imported before.
 */
export function withoutOwnService(run: SourceRun, baseUrl: string): SourceRun {
  return { batches: othersOf(run.batches, baseUrl), memory: () => run.memory() }
}

async function* othersOf(batches: AsyncIterable<SourceBatch>, baseUrl: string): AsyncIterable<SourceBatch> {
  for await (const batch of batches) {
    const own = batch.servers.filter((server) => isOwnService(server, baseUrl))
    if (own.length === 0) {
      yield batch
      continue
    }
    yield {
      ...batch,
      servers: batch.servers.filter((server) => !own.includes(server)),
      deleted: [...batch.deleted, ...own.map(({ id }) => id)],
      rejected: [
        ...batch.rejected,
        ...own.map(() => ({ at: baseUrl, why: 'this service itself, which is not rated' })),
      ],
    }
  }
}

/** Whether one of its addresses belongs to this service: same host, and a path under its base, over http or https. */
function isOwnService({ remotes }: CatalogServer, baseUrl: string): boolean {
  const base = new URL(baseUrl)
  const basePath = base.pathname.replace(/\/+$/, '')
  return remotes.some(({ url, template }) => {
    if (template || !URL.canParse(url)) return false
    const { hostname, port, pathname } = new URL(url)
    const isOurHost = hostname === base.hostname && port === base.port
    return isOurHost && `${pathname}/`.startsWith(`${basePath}/`)
  })
}
