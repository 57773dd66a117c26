import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { OpenUpstream, Upstream, UpstreamEvents } from '../upstream/upstream.ts'
import type { ServerProcess } from './process-status.ts'

interface Observed {
  upstreams: Set<Upstream>
  startedAt: number | null
  restarts: number
}

/** Which servers run, over the sessions of all agents of this process. */
export class ServerProcesses {
  readonly #observed = new Map<ConfiguredServer, Observed>()

  /** Opens servers as before, and sees how they are. */
  observing(open: OpenUpstream): OpenUpstream {
    return (server, events, agent) => {
      const observed = this.#of(server)
      let starts = 0
      const seen: UpstreamEvents = {
        onRequest: (request, signal) => events.onRequest(request, signal),
        onNotification: (notification) => events.onNotification(notification),
        onChanged: (changed) => events.onChanged(changed),
        onStarted: () => {
          observed.startedAt = Date.now()
          if (starts > 0) observed.restarts += 1
          starts += 1
          events.onStarted()
        },
      }
      const upstream = open(server, seen, agent)
      observed.upstreams.add(upstream)
      return forgotten(upstream, () => observed.upstreams.delete(upstream))
    }
  }

  of(server: ConfiguredServer): ServerProcess {
    const { upstreams, startedAt, restarts } = this.#of(server)
    const all = [...upstreams]
    if (all.some(({ isRunning }) => isRunning)) return { state: 'running', since: startedAt, restarts }
    if (all.some(({ isStarting }) => isStarting)) return { state: 'starting', since: null, restarts }
    return { state: startedAt === null ? 'not_started' : 'stopped', since: null, restarts }
  }

  #of(server: ConfiguredServer): Observed {
    const observed = this.#observed.get(server) ?? { upstreams: new Set(), startedAt: null, restarts: 0 }
    this.#observed.set(server, observed)
    return observed
  }
}

/** The same server, of which nothing is held once it is closed. */
function forgotten(upstream: Upstream, forget: () => void): Upstream {
  return {
    server: upstream.server,
    get known() {
      return upstream.known
    },
    get isUnanswered() {
      return upstream.isUnanswered
    },
    get isRunning() {
      return upstream.isRunning
    },
    get isStarting() {
      return upstream.isStarting
    },
    request: (request) => upstream.request(request),
    notify: (notification) => upstream.notify(notification),
    learn: (withinMs) => upstream.learn(withinMs),
    refused: () => upstream.refused(),
    close: () => {
      forget()
      return upstream.close()
    },
  }
}
