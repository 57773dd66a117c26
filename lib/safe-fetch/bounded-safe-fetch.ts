import type { BoundedFetch } from 'assay-tlog/bounded-fetch'
import { safeFetch } from '../safe-fetch'

/** How the log reaches the store and the witnesses that the operator configured: at their addresses only. */
export const boundedSafeFetch: BoundedFetch = (address, request) =>
  safeFetch(address, { ...request, rules: { allowedOrigins: [new URL(address).origin] } })
