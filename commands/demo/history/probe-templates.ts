import type { ProbedTarget } from '../../../lib/core/catalog/probe-target'
import { type ProbeResult, runProbe } from '../../../lib/probers/probe'
import type { ProbeSettings } from '../../../lib/probers/prober'
import type { World } from '../world/behaviour'
import type { DemoServer, DemoVersion } from '../world/read-servers'
import type { ServedWorld } from '../world/serve-world'

/** What a real probe of each version of each server finds. */
export type ProbeTemplates = ReadonlyMap<DemoVersion, ProbeResult>

export const VANTAGE = 'local'

/**
 * Probes every version of every server once, over HTTP as the service does, so that simulated probes find exactly what
 * real ones will.
 */
export async function probeEveryVersion(
  world: World,
  served: ServedWorld,
  targetOf: (server: DemoServer) => ProbedTarget,
): Promise<ProbeTemplates> {
  const templates = new Map<DemoVersion, ProbeResult>()
  const settings = settingsOf(served.origins)
  const mostVersions = Math.max(...world.servers.map(({ versions }) => versions.length))
  for (let index = 0; index < mostVersions; index += 1) {
    served.setBehaviour((server) => ({ failure: null, version: versionNo(server, index), latencyMs: 0 }))
    const servers = world.servers.filter(({ versions }) => versions.length > index)
    await Promise.all(
      servers.map(async (server) => {
        const asked = { serverId: server.id, own: true, generation: null, readDeclarations: true }
        const target = { ...targetOf(server), ...asked }
        templates.set(versionNo(server, index), await runProbe(target, settings, () => world.madeAt))
      }),
    )
  }
  return templates
}

function versionNo({ id, versions }: DemoServer, index: number): DemoVersion {
  const version = versions[Math.min(index, versions.length - 1)]
  if (version === undefined) throw new Error(`${id} has no version`)
  return version
}

const DEADLINE_MS = 20_000
const MAX_ANSWER_BYTES = 8_000_000
const MOST_TOOLS = 1000

function settingsOf(origins: readonly string[]): ProbeSettings {
  return {
    userAgent: 'AssayProbe/1 (demonstration)',
    vantage: VANTAGE,
    deadlineMs: DEADLINE_MS,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    maxTools: MOST_TOOLS,
    dial: { allowedOrigins: origins },
    stdioCommands: new Map(),
  }
}
