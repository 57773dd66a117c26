import { toolFactsOf } from 'assay-verify/score/tool-facts'
import { listLatencies } from '../../store/evidence/evidence'
import type { Context } from '../context'
import { getRating } from '../get-rating'
import { dayStrips } from './day-strips'
import { profile } from './profile'
import { settledHealth } from './settled-health'
import { shownAlternatives } from './shown-alternatives'

const ALTERNATIVES_SHOWN = 25

/** All that the page of alternatives to a subject shows: with the days and the latency of each one's server. */
export async function alternativesPage(toolId: string, context: Context) {
  const entry = await profile({ toolId }, context)
  const [verdict, answer] = await Promise.all([
    settledHealth(toolId, context),
    shownAlternatives(toolId, ALTERNATIVES_SHOWN, context),
  ])
  const serverIds = [...new Set(answer.alternatives.map(({ serverId }) => serverId))]
  const [strips, latencies] = await Promise.all([
    dayStrips([...serverIds, entry.serverId], context),
    listLatencies(context.reads.db, serverIds),
  ])
  const change = toolFactsOf(await getRating(toolId, context))?.openChange ?? null
  return { health: verdict, entry, change, ...answer, strips, latencies }
}
