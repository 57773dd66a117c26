import { setTimeout as wait } from 'node:timers/promises'
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { LEAST_PAYLOAD } from '../rules/message'
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
  /** Has the stream checked again before it is used: something about it was not as expected. Done once it is usable. */
  doubt(): Promise<void>
  close(): Promise<void>
}

const RETRY_MS = 1000
const CONNECT_MS = 3000
/** What a server is waited for, in ms. */
const ANSWER_MS = 3000

/**
 * Opens nothing until `start`, or until the stream is asked for. Afterwards it reconnects by itself for as long as the process lives, and checks the
 * stream each time, because another server may have another one.
 */
export function openOutcomeStream(
  settings: StreamSettings,
  database: string,
  log: (line: string, cause?: unknown) => void,
): OutcomeStream {
  const wanted: WantedStream = { ...settings, database }
  const closing = new AbortController()
  let connection: NatsConnection | null = null
  let usable: UsableStream | null = null
  let checking: Promise<void> | null = null
  let isStarted = false
  let isReported = false

  const report = (cause: unknown) => {
    if (isReported || closing.signal.aborted) return
    isReported = true
    if (cause instanceof StreamRefused) log(`Outcomes are refused with 503. ${cause.message}`)
    else log('The stream of outcomes cannot be used: outcomes are refused with 503 until it can.', cause)
  }
  const check = async () => {
    isStarted = true
    if (connection === null) {
      connection = await connectTo(settings.servers)
      void watch(connection)
    }
    const { jetstream, jetstreamManager } = await import('@nats-io/jetstream')
    const jsm = await jetstreamManager(connection, { timeout: ANSWER_MS })
    const isCluster = connection.info?.cluster !== undefined
    const payload = connection.info?.max_payload ?? LEAST_PAYLOAD
    if (payload < LEAST_PAYLOAD)
      throw new StreamRefused(
        `The NATS server takes messages of ${payload} bytes: its max_payload must be ${LEAST_PAYLOAD} or more.`,
      )
    await makeUsable(jsm, wanted, isCluster, log)
    if (isReported) log('The stream of outcomes can be used again.')
    isReported = false
    usable = { js: jetstream(connection, { timeout: ANSWER_MS }), jsm }
  }
  /** Checks until the stream is usable. */
  const checkUntilUsable = async () => {
    while (usable === null && !closing.signal.aborted) {
      await check().catch(report)
      if (usable === null) await wait(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const doubt = () => {
    usable = null
    checking ??= checkUntilUsable().finally(() => {
      checking = null
    })
    return checking
  }
  const watch = async (watched: NatsConnection) => {
    for await (const { type } of watched.status()) {
      if (type === 'disconnect') usable = null
      if (type === 'disconnect' || type === 'reconnect') void doubt()
      if (type === 'disconnect') report(new Error('the connection to the NATS server was lost'))
    }
  }
  return {
    prefix: settings.prefix,
    start: async () => {
      try {
        await check()
      } catch (cause) {
        if (cause instanceof StreamRefused) throw cause
        report(cause)
        void doubt()
      }
      return usable !== null
    },
    usable: () => {
      if (!isStarted) void doubt()
      return usable
    },
    doubt,
    close: async () => {
      closing.abort()
      usable = null
      await connection?.close()
    },
  }
}

/** Loaded only where there is a stream. The connection outlives its servers: it tries them for ever. */
async function connectTo(servers: readonly string[]): Promise<NatsConnection> {
  const { connect } = await import('@nats-io/transport-node')
  const urls = servers.map((server) => new URL(server))
  const [{ username, password } = { username: '', password: '' }] = urls.filter(({ username: user }) => user !== '')
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  const named = pass === '' ? { token: user } : { user, pass }
  return connect({
    servers: urls.map(({ protocol, host }) => `${protocol}//${host}`),
    name: 'assay',
    ...(user === '' ? {} : named),
    ...(urls.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    ignoreAuthErrorAbort: true,
  })
}
