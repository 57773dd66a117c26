import { Registry } from 'prom-client'
import type { App } from '@/lib/api/context'
import { registerCounts } from './registered-counts'
import { registerState } from './registered-state'
import { registerTlog } from './registered-tlog'

// Next's bundle and server.ts load this file twice in one process; both use the registry of the app they share.
const GLOBAL_KEY = Symbol.for('assay.metrics')
const shared = globalThis as { [GLOBAL_KEY]?: WeakMap<App['metrics'], Registry> }

/** Everything that is measured about this process, in Prometheus text. Only one process: on several, each is asked. */
export async function expositionOf(app: App): Promise<{ contentType: string; text: string }> {
  shared[GLOBAL_KEY] ??= new WeakMap()
  const known = shared[GLOBAL_KEY].get(app.metrics)
  const registry = known ?? openRegistry(app)
  if (known === undefined) shared[GLOBAL_KEY].set(app.metrics, registry)
  return { contentType: registry.contentType, text: await registry.metrics() }
}

function openRegistry(app: App): Registry {
  const registry = new Registry()
  registerCounts(registry, app.metrics)
  registerState(registry, app)
  registerTlog(registry, app)
  return registry
}
