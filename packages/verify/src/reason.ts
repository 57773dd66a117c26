import type { UsageSummary } from './score/recent-use.ts'
import { countedCalls } from './score/usage.ts'

/**
 * Why a verdict is what it is. `code` is stable snake_case; `text` is a plain sentence of Assay; a server's words are
 * in quotes.
 */
export interface Reason {
  code: string
  text: string
}

/** That trusted reporters have not verified it, and how many calls were reported. */
export function verifiedByProbeOnly(usage: UsageSummary | null): Reason {
  const counted = countedCalls(usage)
  const use =
    counted === 0
      ? 'no outcome of real use has been counted'
      : `${counted} ${counted === 1 ? 'call was' : 'calls were'} reported in 30 days, and trusted reporters of too few networks saw it work within a day to verify it`
  return {
    code: 'verified_by_probe_only',
    text: `Verified by our probes only, which show that its server answers, not that its tools work; ${use}.`,
  }
}
