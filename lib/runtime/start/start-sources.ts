import { tmpdir } from 'node:os'
import type { App } from '../../api/context'
import { config } from '../../config'
import { startSource } from '../../jobs/sync/start-source'
import { SOURCES } from '../../sources'
import type { OwnServers, Sources } from '../../sources/source'
import type { Shutdown } from '../shutdown'
import type { StartOutput } from './step'

/**
 * Starts the servers that run with this process, a step for each source, and records them once the app is open;
 * resolves to what the probers need to reach them.
 */
export async function startSources(
  opening: Promise<App>,
  { log, step }: StartOutput,
  shutdown: Shutdown,
  sources: Sources = SOURCES,
): Promise<OwnServers> {
  const { sources: settings, baseUrl } = config()
  const job = { opening, settings, baseUrl, controls: { log, workDir: tmpdir() }, clock: () => new Date() }
  const own: OwnServers[] = []
  for (const [name, source] of Object.entries(sources)) {
    if (source.runs !== 'with the process') continue
    const started = await step(name, async (progress) => {
      const begun = await startSource(job, name, source)
      progress(begun?.summary ?? 'off')
      // One that is off has not waited for it: a start that fails there says only that.
      await opening
      return begun
    })
    if (started === null) continue
    shutdown.add(started.close)
    own.push(started.own)
  }
  return {
    origins: own.flatMap(({ origins }) => origins),
    stdioCommands: new Map(own.flatMap(({ stdioCommands }) => [...stdioCommands])),
  }
}
