import { setTimeout as wait } from 'node:timers/promises'
import type { JetStreamManager, StreamConfig, StreamInfo } from '@nats-io/jetstream'

/** What this service asks of its stream. */
export interface WantedStream {
  /** Begins the name of the stream and its subjects. */
  prefix: string
  /** Names the database whose outcomes the stream carries. */
  database: string
  maxBytes: number
  /** null: three in a cluster, else one. */
  replicas: number | null
}

/** The stream cannot be used as it is; the message says what to do. */
export class StreamRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StreamRefused'
  }
}

/** How long a server recognizes a message that is published again, in ns. */
const DUPLICATES_NS = 120_000_000_000
const IN_A_CLUSTER = 3
/**
 * NATS 2.9 deletes the files of a deleted stream a moment later, and with them those of one that was made anew
 * meanwhile under its name.
 */
const DELETED_WITHIN_MS = 5000
const STREAM_NOT_FOUND = 10059

export const streamName = (prefix: string) => `${prefix}-outcomes`
/** The subject of the outcomes of the tools of a partition. */
export const subjectOf = (prefix: string, partition: number | '*') => `${prefix}.outcomes.${partition}`
/** Where messages are kept that cannot be read or counted. */
export const parkedSubjectOf = (prefix: string, partition: number | '*') => `${prefix}.parked.${partition}`

/**
 * Makes the stream as this service needs it: anew where there is none, and by corrections where it can be. `wasThere`:
 * this process used it before. Throws `StreamRefused` for one of another database and for what cannot be corrected, and
 * whatever the server refuses.
 */
export async function makeUsable(
  jsm: JetStreamManager,
  wanted: WantedStream,
  { isCluster, wasThere }: { isCluster: boolean; wasThere: boolean },
  log: (line: string) => void,
): Promise<void> {
  const found = await find(jsm, streamName(wanted.prefix))
  if (found === null && wasThere) {
    log(`The stream ${streamName(wanted.prefix)} was deleted.`)
    await wait(DELETED_WITHIN_MS)
  }
  const least = isCluster ? IN_A_CLUSTER : 1
  const replicas = wanted.replicas ?? Math.max(least, found?.config.num_replicas ?? least)
  const config = configOf(wanted, replicas)
  if (found === null) {
    log(`The stream ${config.name} is made, with ${replicas === 1 ? 'one replica' : `${replicas} replicas`}.`)
    await jsm.streams.add(config)
    return
  }
  refuseOther(found.config, config)
  const corrections = correctionsOf(found.config, config)
  if (corrections.length === 0) return
  log(`The stream ${config.name} is corrected: ${corrections.join(', ')}.`)
  const { name: _, retention: _kept, storage: _stays, ...changeable } = config
  await jsm.streams.update(config.name, { ...found.config, ...changeable })
}

type Wanted = ReturnType<typeof configOf>

function configOf({ prefix, database, maxBytes }: WantedStream, replicas: number) {
  return {
    name: streamName(prefix),
    description: `Outcomes of the Assay database ${database}`,
    subjects: [subjectOf(prefix, '*'), parkedSubjectOf(prefix, '*')],
    retention: 'limits',
    storage: 'file',
    discard: 'new',
    max_bytes: maxBytes,
    max_age: 0,
    max_msgs: -1,
    max_msgs_per_subject: -1,
    max_msg_size: -1,
    duplicate_window: DUPLICATES_NS,
    num_replicas: replicas,
  } satisfies Partial<StreamConfig>
}

async function find(jsm: JetStreamManager, name: string): Promise<StreamInfo | null> {
  try {
    return await jsm.streams.info(name)
  } catch (cause) {
    if (apiCodeOf(cause) === STREAM_NOT_FOUND) return null
    throw cause
  }
}

/** The number by which JetStream names an error; undefined: it is none of JetStream's. */
export function apiCodeOf(cause: unknown): number | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'number' ? cause.code : undefined
}

function refuseOther(found: StreamConfig, wanted: Wanted): void {
  if (found.description !== wanted.description) {
    const carries = found.description ? `"${found.description}"` : 'nothing that names a database'
    throw new StreamRefused(
      `The stream ${wanted.name} says of itself ${carries}, and this service needs "${wanted.description}". ` +
        'It belongs to another service: choose another NATS_STREAM or NATS_URL, or delete the stream.',
    )
  }
  for (const setting of ['retention', 'storage'] as const) {
    if (found[setting] === wanted[setting]) continue
    throw new StreamRefused(
      `The stream ${wanted.name} has ${setting} ${found[setting]} and must have ${wanted[setting]}, which cannot be changed. ` +
        'Let its messages be counted, delete it, and it is made anew.',
    )
  }
}

const CORRECTABLE = [
  'discard',
  'max_bytes',
  'max_age',
  'max_msgs',
  'max_msgs_per_subject',
  'max_msg_size',
  'num_replicas',
  'duplicate_window',
] as const

/** What differs, in words. */
function correctionsOf(found: StreamConfig, wanted: Wanted): string[] {
  const named = CORRECTABLE.filter((setting) => found[setting] !== wanted[setting])
  const isSame = JSON.stringify([...found.subjects].sort()) === JSON.stringify([...wanted.subjects].sort())
  return [
    ...named.map((setting) => `${setting} ${found[setting]} becomes ${wanted[setting]}`),
    ...(isSame ? [] : [`its subjects become ${wanted.subjects.join(' and ')}`]),
  ]
}
