import type { Transport } from '../core/catalog/catalog'
import { probeMcpHttp } from './mcp-http'
import { probeMcpStdio } from './mcp-stdio'
import type { Prober } from './prober'

/** Every prober, by the transport it looks at. Adding one is one file and one line. */
export const PROBERS = {
  'streamable-http': probeMcpHttp,
  sse: probeMcpHttp,
  stdio: probeMcpStdio,
} as const satisfies Partial<Record<Transport, Prober>>

/** Whether there is a prober for a transport; the others are kept for readers and never looked at. */
export function isProbeable(transport: Transport): transport is keyof typeof PROBERS {
  return Object.hasOwn(PROBERS, transport)
}
