import type { NatsConnection } from '@nats-io/transport-node'
import { LEAST_PAYLOAD } from '../rules/message'
import { StreamRefused } from './stream-config'

const CONNECT_MS = 3000
/** Between two attempts to connect again. */
export const RETRY_MS = 1000

function requirePayload({ info }: NatsConnection): void {
  const payload = info?.max_payload ?? LEAST_PAYLOAD
  if (payload >= LEAST_PAYLOAD) return
  const most = `The NATS server takes messages of ${payload} bytes`
  throw new StreamRefused(`${most}: its max_payload must be ${LEAST_PAYLOAD} or more.`)
}

/** Loaded only where there is a stream. The connection outlives its servers: it tries them for ever. */
export async function connectTo(servers: readonly string[]): Promise<NatsConnection> {
  const { connect } = await import('@nats-io/transport-node')
  const urls = servers.map((server) => new URL(server))
  const [{ username, password } = { username: '', password: '' }] = urls.filter(({ username: user }) => user !== '')
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)]
  const named = pass === '' ? { token: user } : { user, pass }
  const connection = await connect({
    servers: urls.map(({ protocol, host }) => `${protocol}//${host}`),
    name: 'assay',
    ...(user === '' ? {} : named),
    ...(urls.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    ignoreAuthErrorAbort: true,
  })
  requirePayload(connection)
  return connection
}
