import { spawnSync } from 'node:child_process'
import { BenchCannotRun } from '../bench'
import { freePort } from '../processes'
import { restartable } from './restartable'

/** The program on this machine; undefined: it is not installed. */
export const HAPROXY = ['haproxy', '/usr/sbin/haproxy'].find((program) => spawnSync(program, ['-v']).status === 0)

/** HAProxy with the configuration of deploy/, before three processes. */
interface Proxy {
  /** Where calls are repeated at another process, as the configuration says. */
  url: string
  /** Where nothing is repeated. */
  onceUrl: string
  /** Calls that it repeated so far. */
  repeated(): Promise<number>
  stop(): Promise<void>
}

/** Starts it before these ports. Throws `BenchCannotRun` where there is none. */
export async function openHaproxy(apiPorts: readonly number[]): Promise<Proxy> {
  if (HAPROXY === undefined) throw new BenchCannotRun('haproxy is needed, as Debian packages it')
  const [port, oncePort, metricsPort] = [await freePort(), await freePort(), await freePort()]
  const at = (one: number) => `127.0.0.1:${one}`
  const proxy = restartable({
    command: HAPROXY,
    words: ['-db', '-f', 'deploy/haproxy/haproxy.cfg'],
    environment: {
      ASSAY_BIND: at(port),
      ASSAY_BIND_ONCE: at(oncePort),
      ASSAY_PROXY_METRICS: at(metricsPort),
      ...Object.fromEntries(apiPorts.map((one, n) => [`ASSAY_API_${n + 1}`, at(one)])),
    },
    untilReady: async (_, isOver) => {
      while (!isOver()) {
        const answer = await fetch(`http://${at(metricsPort)}/healthz`).catch(() => undefined)
        if (answer?.ok) return
      }
    },
    onLine: () => undefined,
  })
  await proxy.start()
  return {
    url: `http://${at(port)}`,
    onceUrl: `http://${at(oncePort)}`,
    repeated: async () => {
      const text = await (await fetch(`http://${at(metricsPort)}/metrics`)).text()
      const counted = text.matchAll(/^haproxy_backend_retry_warnings_total\{proxy="ready"\} (\d+)/gm)
      return [...counted].reduce((sum, [, count]) => sum + Number(count), 0)
    },
    stop: proxy.stop,
  }
}
