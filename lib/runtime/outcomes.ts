import { createHash, randomBytes } from 'node:crypto'
import { type OutcomeWriter, openOutcomeWriter } from '../api/outcomes/outcome-writer'
import type { Config } from '../config'
import { consumeOutcomes } from '../outcome-stream/consume'
import { type OutcomeStream, openOutcomeStream } from '../outcome-stream/nats/connection'
import { openStreamedWriter } from '../outcome-stream/streamed-writer'
import type { Database } from '../store/database'
import { getOrCreateSecret } from '../store/signing/signing-keys'
import type { ServiceApp } from './service-app'
import type { Shutdown } from './shutdown'
import type { Step } from './start/step'

type Log = (line: string, cause?: unknown) => void

/** How this process takes outcomes in: by the stream of the settings, or at once. */
export async function openOutcomes(
  db: Database,
  settings: Config['outcomeStream'],
  log: Log,
): Promise<{ outcomeWriter: OutcomeWriter; outcomeStream: OutcomeStream | null }> {
  const direct = openOutcomeWriter(db, log)
  if (settings === null) return { outcomeWriter: direct, outcomeStream: null }
  const stream = openOutcomeStream(settings, await databaseName(db), log)
  return { outcomeWriter: openStreamedWriter({ db, stream, direct, log }), outcomeStream: stream }
}

const NAME_LENGTH = 16

/** By which a stream says whose it is: another for every database, the same for as long as it lives. */
async function databaseName(db: Database): Promise<string> {
  const secret = await getOrCreateSecret(db, 'outcome stream', randomBytes(32).toString('base64url'))
  return createHash('sha256').update(secret).digest('hex').slice(0, NAME_LENGTH)
}

interface StreamUse {
  publishes: boolean
  consumes: boolean
}

/**
 * Connects to the stream, where there is one and this process uses it, and consumes it where this process does. Throws
 * `StreamRefused`; a server that does not answer is waited for in the background.
 */
export async function startOutcomes(
  app: ServiceApp,
  { publishes, consumes }: StreamUse,
  step: Step,
  shutdown: Shutdown,
): Promise<void> {
  const { outcomeStream: stream, db, metrics, log } = app
  if (stream === null || !(publishes || consumes)) return
  await step('stream', async (progress) => {
    progress(
      (await stream.start())
        ? 'outcomes go through NATS'
        : 'no NATS server answers; outcomes are refused until one does',
    )
  })
  if (!consumes) return
  const consuming = consumeOutcomes({ db, stream, metrics, log }, shutdown.signal)
  shutdown.addWork(() => consuming)
}
