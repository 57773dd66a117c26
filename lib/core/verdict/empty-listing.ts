import { HOUR_MS } from 'assay-verify/duration'
import type { Reason } from 'assay-verify/reason'
import { OFFERS_NO_TOOLS, type ProbeReason } from 'assay-verify/state/observation'
import { MAX_GAP_HOURS, type ServerState } from 'assay-verify/state/server-state'
import { isFresh } from 'assay-verify/state/target-summary'
import { instant } from './reason'

/** That a server was read and lists no tool. */
export interface EmptyListing {
  /** `no_tools`: it offers nothing else either. `other_than_tools`: it declares prompts or resources. */
  fault: 'no_tools' | 'other_than_tools'
  reason: Reason
}

/** Probes of an endpoint that have to agree: one empty list may be a server that is just starting. */
export const PROBES_NEEDED = 2

/**
 * What an empty listing says of a server while its evidence is fresh; null: it lists tools, or its list was not read.
 * An endpoint's listing comes before that of a package that was started.
 */
export function emptyListingOf(serverState: ServerState | null, now: Date): EmptyListing | null {
  if (serverState === null) return null
  const { withoutTools = null, lastInformativeAt, targets } = serverState
  if (lastInformativeAt !== null && Math.abs(now.getTime() - lastInformativeAt) <= MAX_GAP_HOURS * HOUR_MS)
    return withoutTools === null || withoutTools.probes < PROBES_NEEDED
      ? null
      : readEmpty(withoutTools.reason, withoutTools.at)
  const launch = targets.find((target) => target.evidence === 'launch' && isFresh(target, now))
  return launch?.reason == null || launch.at === null ? null : readEmpty(launch.reason, launch.at)
}

function readEmpty(reason: ProbeReason, at: number): EmptyListing | null {
  if (!OFFERS_NO_TOOLS.has(reason)) return null
  const seen = `seen ${instant(at)}`
  return reason === 'answered_without_tools'
    ? {
        fault: 'no_tools',
        reason: { code: 'offers_no_tools', text: `It lists no tools, and nothing else that could be used; ${seen}.` },
      }
    : {
        fault: 'other_than_tools',
        reason: {
          code: 'offers_other_than_tools',
          text: `It declares prompts or resources, and lists no tools; ${seen}.`,
        },
      }
}
