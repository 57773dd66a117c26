// @ts-check
import { existsSync, readFileSync } from 'node:fs'

// What a server of the fleet is configured with, and what follows from it. Read by the servers and by the bench.

/**
 * `down`: it exits at once, or its port is closed. `stopped`: its process is stopped. `mute`: it answers nothing, also
 * no handshake. `mute-call`: it answers everything but calls. `status-500`: every answer of HTTP is 500, or over stdio
 * every request an error. `domain-error`: calls end with `isError`; `rpc-error`: with an error of JSON-RPC.
 *
 * @typedef {'down' | 'stopped' | 'mute' | 'mute-call' | 'status-500' | 'domain-error' | 'rpc-error'} FaultMode
 *
 * In seconds of the timetable, which begins with the host; `until` may be `FOREVER`.
 *
 * @typedef {{ mode: FaultMode, from: number, until: number }} Fault
 *
 * `hasSession`: over HTTP it forgets its sessions when it ends, and answers 404 to those it does not know.
 *
 * @typedef {object} Description
 * @property {string} name
 * @property {'stdio' | 'http'} transport
 * @property {readonly Fault[]} faults
 * @property {number | null} driftAt when its tools change; null: never
 * @property {boolean} announces whether it says so
 * @property {boolean} hasSession
 */

export const FOREVER = 1e9
export const PONG = 'pong'
export const DOMAIN_ERROR = 'no such record'
export const NO_TOOL = 'no such tool'

/**
 * @param {Pick<Description, 'faults'>} description
 * @param {number} seconds
 * @returns {FaultMode | null}
 */
export function modeAt({ faults }, seconds) {
  return faults.find(({ from, until }) => seconds >= from && seconds < until)?.mode ?? null
}

/**
 * The tools that it declares then.
 *
 * @param {Pick<Description, 'driftAt'>} description
 * @param {number} seconds
 */
export function toolsAt({ driftAt }, seconds) {
  const takes = (/** @type {string[]} */ ...names) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  })
  if (driftAt === null || seconds < driftAt)
    return [tool('read', takes('path')), tool('search', takes('query')), tool('write', takes('path', 'text'))]
  const changed = { ...takes('path', 'text', 'mode'), required: ['mode'] }
  return [
    tool('fetch', takes('path')),
    tool('list', takes('path')),
    tool('search', takes('query')),
    tool('write', changed),
  ]
}

/** @param {string} name @param {object} inputSchema */
function tool(name, inputSchema) {
  return { name, description: `Does what ${name} says, with a document of the fleet.`, inputSchema }
}

/** Before the timetable begins: no fault has begun. */
const EARLIER = -2 * FOREVER

/**
 * The seconds of the timetable; long before all faults until it begins. The file has the moment of its beginning, in ms
 * since 1970.
 *
 * @param {string} file
 * @returns {() => number}
 */
export function timetable(file) {
  /** @type {number | undefined} */
  let began
  return () => {
    if (began === undefined && existsSync(file)) began = Number(readFileSync(file, 'utf8')) || undefined
    return began === undefined ? EARLIER : (Date.now() - began) / 1000
  }
}
