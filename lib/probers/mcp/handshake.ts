import { cleanLine } from '../../core/text/hostile-text'
import { type ProbeControls, ProbeFailure, type ProtocolGeneration, type ServerInfo } from '../prober'
import { type DeclaredInHandshake, declaredIn } from './declared-handshake'
import { isObject, type JsonObject } from './json-rpc'
import type { McpTransport, TransportReply } from './mcp-transport'

/** Who answered, and in which protocol. */
export interface Handshake {
  generation: ProtocolGeneration
  protocolVersion: string
  serverInfo: ServerInfo | null
  /** false: it declares capabilities without tools. A server that declares none may have some. */
  offersTools: boolean
  declared: DeclaredInHandshake
  httpStatus: number | null
}

/**
 * The server does not answer this handshake; another generation may work. `failure` is how the probe ends if none does.
 */
export interface HandshakeFailed {
  failure: ProbeFailure
  /** It refuses as a server of the modern generation does. */
  isModern: boolean
  /** A 3xx or 4xx without a modern error code, as an address of the oldest transport answers a POST. */
  postRefused: boolean
}

/** The revision without `initialize`, and the newest one with it. */
const MODERN_VERSION = '2026-07-28'
const INITIALIZE_VERSION = '2025-11-25'

// Only a modern server sends the first three: headers and body disagree, a client capability is missing, the version is
// not supported.
const HEADER_MISMATCH = -32_020
const CAPABILITY_MISSING = -32_021
const UNSUPPORTED_VERSION = -32_022
const INVALID_PARAMS = -32_602
const MODERN_CODES: ReadonlySet<number> = new Set([HEADER_MISMATCH, CAPABILITY_MISSING, UNSUPPORTED_VERSION])

const CLIENT_INFO = { name: 'assay-prober', version: '1' }
const REVISION = /^\d{4}-\d{2}-\d{2}$/
/** Versions are sent back in a header and stored. */
const MAX_VERSION_CHARS = 32
const MAX_NAME_CHARS = 256

/** The parameters of every modern request. */
export function modernParams(version: string): JsonObject {
  return {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }
}

/** Sends `server/discover`; where the server names other versions it supports, once more with one of them. */
export async function discover(
  transport: McpTransport,
  controls: ProbeControls,
  signal: AbortSignal,
): Promise<Handshake | HandshakeFailed> {
  const first = await askToDiscover(transport, controls, signal, MODERN_VERSION)
  const other = first.kind === 'error' && first.code === UNSUPPORTED_VERSION ? otherVersion(first.data) : undefined
  if (other === undefined) return handshakeOf(first, MODERN_VERSION)
  return handshakeOf(await askToDiscover(transport, controls, signal, other), other)
}

function askToDiscover(
  transport: McpTransport,
  controls: ProbeControls,
  signal: AbortSignal,
  version: string,
): Promise<TransportReply> {
  controls.attempting()
  transport.agree({ version, modern: true })
  return transport.call('server/discover', modernParams(version), signal)
}

function handshakeOf(answer: TransportReply, version: string): Handshake | HandshakeFailed {
  if (answer.kind !== 'result') return handshakeFailed(answer, true)
  const { supportedVersions, capabilities, serverInfo, _meta } = answer.result
  if (!Array.isArray(supportedVersions) || !supportedVersions.includes(version)) return handshakeFailed(answer, true)
  const info = isObject(_meta) ? _meta['io.modelcontextprotocol/serverInfo'] : undefined
  return {
    generation: 'modern',
    protocolVersion: version,
    serverInfo: serverInfoIn(info ?? serverInfo),
    offersTools: offersTools(capabilities),
    declared: declaredIn(answer.result, info ?? serverInfo),
    httpStatus: answer.httpStatus,
  }
}

/** The supported modern version closest to ours. */
function otherVersion(data: unknown): string | undefined {
  const supported = isObject(data) && Array.isArray(data.supported) ? data.supported : []
  const modern = supported.filter((version): version is string => typeof version === 'string' && REVISION.test(version))
  return modern.filter((version) => version > MODERN_VERSION).sort()[0]
}

/**
 * Sends `initialize` and, once it is answered, the notification; later requests carry the version the server answered.
 */
export async function initialize(
  transport: McpTransport,
  controls: ProbeControls,
  signal: AbortSignal,
  generation: ProtocolGeneration = 'initialize',
): Promise<Handshake | HandshakeFailed> {
  controls.attempting()
  const answer = await transport.call(
    'initialize',
    { protocolVersion: INITIALIZE_VERSION, capabilities: {}, clientInfo: CLIENT_INFO },
    signal,
  )
  if (answer.kind !== 'result') return handshakeFailed(answer, false)
  const { protocolVersion, capabilities, serverInfo } = answer.result
  const version = typeof protocolVersion === 'string' ? cleanLine(protocolVersion, MAX_VERSION_CHARS) : ''
  if (!/^[\x21-\x7e]+$/.test(version)) return handshakeFailed(answer, false)
  transport.agree({ version, modern: false })
  await transport.notifyInitialized(signal)
  return {
    generation,
    protocolVersion: version,
    serverInfo: serverInfoIn(serverInfo),
    offersTools: offersTools(capabilities),
    declared: declaredIn(answer.result, serverInfo),
    httpStatus: answer.httpStatus,
  }
}

/** How the probe ends at this answer if no other generation works. */
function handshakeFailed(answer: TransportReply, askedModern: boolean): HandshakeFailed {
  const status = answer.httpStatus ?? 200
  const isModern = answer.kind === 'error' && MODERN_CODES.has(answer.code)
  return {
    failure: failureOf(answer, askedModern),
    isModern,
    postRefused: status >= 300 && status < 500 && !isModern,
  }
}

/** The failure of an answer that is neither the requested result nor a refusal of a living server. */
export function failureOf(answer: TransportReply, askedModern: boolean): ProbeFailure {
  const { httpStatus } = answer
  const notes = answer.kind === 'none' ? answer.notes : []
  if (askedModern && findsRequestInvalid(answer)) {
    return new ProbeFailure('probe_defect', { httpStatus, notes: ['It answered that our request is invalid.'] })
  }
  if (httpStatus !== null && httpStatus >= 500) return new ProbeFailure('server_error', { httpStatus, notes })
  if (answer.kind === 'error') return new ProbeFailure('protocol_error', { httpStatus, notes })
  if (httpStatus === 404 || httpStatus === 410) return new ProbeFailure('not_found', { httpStatus, notes })
  return new ProbeFailure('not_the_protocol', { httpStatus, notes })
}

function findsRequestInvalid(answer: TransportReply): boolean {
  if (answer.kind !== 'error') return false
  // Older servers answer -32602 to any method they do not know, with 200.
  return (
    answer.code === HEADER_MISMATCH ||
    answer.code === CAPABILITY_MISSING ||
    (answer.code === INVALID_PARAMS && answer.httpStatus === 400)
  )
}

function offersTools(capabilities: unknown): boolean {
  return !isObject(capabilities) || isObject(capabilities.tools)
}

function serverInfoIn(info: unknown): ServerInfo | null {
  if (!isObject(info) || typeof info.name !== 'string') return null
  const line = (value: unknown) => (typeof value === 'string' ? cleanLine(value, MAX_NAME_CHARS) || null : null)
  return { name: cleanLine(info.name, MAX_NAME_CHARS), title: line(info.title), version: line(info.version) }
}
