import { setTimeout as wait } from 'node:timers/promises'
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { within } from '../../store/within'
import { connectTo, RETRY_MS } from './connect'
import { makeUsable, StreamRefused, type WantedStream } from './stream-config'

export interface StreamSettings {
  /** Addresses of servers of one cluster, nats:// or tls://. */
  servers: readonly string[]
  prefix: string
  maxBytes: number
  /** null: three in a cluster, else one. */
  replicas: number | null
}

/** A stream that was found to be ours. */
export interface UsableStream {
  js: JetStreamClient
  jsm: JetStreamManager
}

/** The stream of outcomes as this process reaches it. */
export interface OutcomeStream {
  readonly prefix: string
  /**
   * Connects and checks the stream. Throws `StreamRefused` for a stream that is not this service's. Where no server
   * answers, it goes on trying and answers false.
   */
  start(): Promise<boolean>
  /** The stream while it can be used; null: no server answers, or the stream is not, or no longer, usable. */
  usable(): UsableStream | null
  /**
   * The stream once it can be used, as its servers may be electing a leader. null: it could not for ten seconds, or it
   * is not this service's.
   */
  soon(): Promise<UsableStream | null>
  /** Has the stream checked again: something about it was not as expected. Done once it is usable. */
  doubt(): Promise<void>
  close(): Promise<void>
}

/** What a server is waited for, in ms. A busy cluster takes seconds to make a consumer. */
const ANSWER_MS = 5000
/** A cluster that lost its leader elects another one in 4 to 9 s. */
const SOON_MS = 10_000

/**
 * Opens nothing until `start`, or until the stream is asked for. Afterwards it reconnects by itself for as long as the
 * process lives, and checks the stream each time, because another server may have another one.
 */
export function openOutcomeStream(
  settings: StreamSettings,
  database: string,
  log: (line: string, cause?: unknown) => void,
): OutcomeStream {
  const wanted: WantedStream = { ...settings, database }
  const closing = new AbortController()
  let connection: NatsConnection | null = null
  const state = openState()
  let checking: Promise<void> | null = null
  let wasThere = false
  const report = openReport(log, closing.signal)

  const check = async () => {
    if (connection === null) {
      connection = await connectTo(settings.servers)
      void watch(connection)
    }
    const { jetstream, jetstreamManager } = await import('@nats-io/jetstream')
    const jsm = await jetstreamManager(connection, { timeout: ANSWER_MS })
    const isCluster = connection.info?.cluster !== undefined
    await makeUsable(jsm, wanted, { isCluster, wasThere }, log)
    wasThere = true
    report.over()
    state.found({ js: jetstream(connection, { timeout: ANSWER_MS }), jsm })
  }
  const checkUntilUsable = async () => {
    while (!closing.signal.aborted) {
      try {
        return await check()
      } catch (cause) {
        state.lost(cause)
        report.failure(cause)
      }
      await wait(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const doubt = () => {
    checking ??= checkUntilUsable().finally(() => {
      checking = null
    })
    return checking
  }
  const watch = async (watched: NatsConnection) => {
    for await (const { type } of watched.status()) {
      if (type !== 'disconnect') continue
      state.lost()
      report.failure()
      void doubt()
    }
  }
  const usable = () => {
    if (state.usable() === null && !closing.signal.aborted) void doubt()
    return state.usable()
  }
  return {
    prefix: settings.prefix,
    start: async () => {
      try {
        await check()
      } catch (cause) {
        state.lost(cause)
        if (cause instanceof StreamRefused) throw cause
        report.failure(cause)
        void doubt()
      }
      return state.usable() !== null
    },
    usable,
    soon: async () => usable() ?? (await within(doubt().then(usable), state.waitMs(), null)),
    doubt,
    close: async () => {
      closing.abort()
      state.lost()
      await connection?.close()
    },
  }
}

/** The stream while it can be used, and how long it is worth waiting for otherwise. */
function openState() {
  let usable: UsableStream | null = null
  let lostAt = performance.now()
  return {
    usable: () => usable,
    found: (stream: UsableStream) => {
      usable = stream
    },
    lost: (cause?: unknown) => {
      if (usable !== null) lostAt = performance.now()
      if (cause instanceof StreamRefused) lostAt = Number.NEGATIVE_INFINITY
      usable = null
    },
    waitMs: () => Math.max(0, lostAt + SOON_MS - performance.now()),
  }
}

/** Logs when the stream becomes unusable and when it is usable again, each once. */
function openReport(log: (line: string, cause?: unknown) => void, closing: AbortSignal) {
  let isReported = false
  return {
    failure: (cause?: unknown) => {
      if (isReported || closing.aborted) return
      isReported = true
      if (cause instanceof StreamRefused) log(`Outcomes are refused with 503. ${cause.message}`)
      else log('The stream of outcomes cannot be used: after ten seconds outcomes are refused with 503.', cause)
    },
    over: () => {
      if (isReported) log('The stream of outcomes can be used again.')
      isReported = false
    },
  }
}
