import { withoutOwnService } from '../../sources/exclude-own-service'
import type { SettingsBySource, StartAid, Started, StartedSource } from '../../sources/source'
import type { Database } from '../../store/database'
import { makeDue } from '../../store/evidence/schedule'
import { importSource } from './import-source'

export interface StartJob {
  /** The servers start while it opens. */
  opening: Promise<{ db: Database }>
  settings: SettingsBySource
  baseUrl: string
  controls: StartAid
  clock: () => Date
}

/**
 * Starts the servers of a source, adds them to the catalog and makes them due; null where the source is switched off.
 */
export async function startSource(
  { opening, settings, baseUrl, controls, clock }: StartJob,
  name: string,
  source: StartedSource,
): Promise<Started | null> {
  const started = await source.start(settings[name] ?? {}, controls)
  if (started === null) return null
  try {
    const { db } = await opening
    const owner = { source: name, precedence: source.precedence, own: true }
    await importSource(db, owner, withoutOwnService(started.run, baseUrl), clock)
    await makeDue(db, started.serverIds, clock())
    return started
  } catch (cause) {
    await started.close()
    throw cause
  }
}
