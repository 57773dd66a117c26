import type { HistoryAnswer } from '../../contract/history'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { findProfile } from '../../store/catalog/profiles'
import type { Context } from '../context'
import { unknownTool } from '../get-rating'
import { serverHistory } from '../page-data/server-history'
import { asOf } from './category'

const OUTAGES_SHOWN = 100

export async function history({ toolId }: InputOf<'history'>, context: Context): Promise<OutputOf<'history'>> {
  const profile = await findProfile(context.reads.db, toolId)
  if (profile === undefined) throw await unknownTool(toolId, context)
  const { days, latency, outages } = await serverHistory(profile.server.key, context)
  return {
    toolId,
    serverId: profile.server.id,
    days: days.filter(({ state }) => state !== 'unobserved'),
    latency: { '24h': measured(latency['24h']), '30d': measured(latency['30d']) },
    outages: outages.slice(0, OUTAGES_SHOWN),
    asOf: asOf(context),
  }
}

type Series = HistoryAnswer['latency']['24h']

/** Of a server that was found lately nearly all steps are empty. */
function measured({ stepHours, points }: Series): Series {
  return { stepHours, points: points.filter(({ answers }) => answers > 0) }
}

export const historyEndpoint = defineEndpoint('history', history)
