import { attestedAt } from '../../core/attestation-claims'
import type { Context } from '../context'
import { findAlternatives } from '../operations/alternatives'
import { health } from '../operations/health'
import { score } from '../operations/score'
import { dayStrips } from './day-strips'
import { newestChanges, newestProbes, type Profile } from './profile'

const ALTERNATIVES_SHOWN = 3

/** All that the page of a tool shows. */
export async function toolPage(entry: Profile, context: Context) {
  const { toolId, serverId, serverKey } = entry
  const [verdict, signed, changes, probes, alternatives, strips] = await Promise.all([
    health({ toolId }, context),
    score({ toolId, explain: false }, context),
    newestChanges(toolId, context),
    newestProbes(serverKey, context, 1),
    findAlternatives(toolId, ALTERNATIVES_SHOWN, context),
    dayStrips([serverId], context),
  ])
  return {
    entry,
    health: verdict,
    rating: signed,
    signedAt: attestedAt(signed.attestation)?.toISOString() ?? context.now.toISOString(),
    changes,
    lastMs: probes[0]?.latencyMs ?? null,
    alternatives,
    days: strips.get(serverId),
  }
}

export type ToolPage = Awaited<ReturnType<typeof toolPage>>
