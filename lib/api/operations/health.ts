import type { ForecastWeights } from 'assay-verify/forecast/forecast-model'
import { toolFactsOf } from 'assay-verify/score/tool-facts'
import { outcomeOf } from 'assay-verify/state/observation'
import type { ServerState } from 'assay-verify/state/server-state'
import type { Verdict } from 'assay-verify/verdict'
import type { InputOf } from '../../contract/operations'
import type { CompactHealth, Health } from '../../contract/shapes/health'
import { signInAnswer } from '../../contract/sign-in'
import { accessConflicts } from '../../core/access/access-conflicts'
import { leadingSignIn } from '../../core/access/sign-in'
import type { Maintenance } from '../../core/history/maintenance'
import { uptimeFrom } from '../../core/history/uptime'
import { assess, type Reason } from '../../core/verdict/assessment'
import { whyMaintained } from '../../core/verdict/reason'
import { forecastOf } from '../../core/verdict/server-forecast'
import { defineEndpoint } from '../../http/operation'
import { JsonText, joinObjects } from '../../http/prepared'
import type { Rating } from '../../store/ratings/ratings'
import { openServerCache } from '../cache/server-cache'
import { ownStatus, reasonCodes, withoutNulls } from '../compact-answers'
import type { Context } from '../context'
import { forecastWeights } from '../forecast-weights'
import { getRating } from '../get-rating'
import type { Products } from '../product-directory'
import { evidenceOf } from '../target-evidence'

export async function health(input: Pick<InputOf<'health'>, 'toolId'>, context: Context): Promise<Health> {
  const { rating, weights, products } = await read(input, context)
  const { verdict, others } = partsOf(rating, context.now, weights)
  return { ...leading(rating, verdict, products), ...others }
}

/** The same as JSON: what the tools of a server have in common is written once for all of them. */
async function healthText(input: InputOf<'health'>, context: Context): Promise<JsonText | CompactHealth> {
  if (input.compact) return compactHealth(await health(input, context))
  const { rating, weights, products } = await read(input, context)
  const write = () => {
    const { verdict, others } = partsOf(rating, context.now, weights)
    return { verdict, text: JSON.stringify(others) }
  }
  const { verdict, text } = writtenOnce(rating, context.now, write, weights)
  return new JsonText(joinObjects(JSON.stringify(leading(rating, verdict, products)), text))
}

/** What an agent needs before a call. */
function compactHealth(whole: Health): CompactHealth {
  const { toolId, verdict, score, grade, recommendation, downSince, asOf } = whole
  const { horizons, basis } = whole.forecast
  return {
    ...{ toolId, verdict, ...ownStatus(whole), score, ...(grade === 'unrated' && { grade }) },
    ...{ recommendation, reasons: reasonCodes(whole.reasons) },
    forecast: { horizons, ...(basis === 'population' && { basis }) },
    ...withoutNulls({ downSince, asOf }),
  }
}

const writtenOnce = openServerCache<{ verdict: Verdict; text: string }>()

async function read({ toolId }: Pick<InputOf<'health'>, 'toolId'>, context: Context) {
  const products = await context.products.current()
  return { rating: await getRating(toolId, context), weights: await forecastWeights(context), products }
}

/** The members in which two tools of a server may differ, and the verdict. */
function leading({ id, score, grade, serverKey }: Rating, verdict: Verdict, products: Products) {
  return { toolId: id, productId: products.of(serverKey)?.productId ?? null, verdict, score, grade }
}

function partsOf(rating: Rating, now: Date, weights: ForecastWeights) {
  const { serverState, declaredAccess } = rating
  const assessment = assess(serverState, declaredAccess, toolFactsOf(rating), now)
  const forecast = forecastOf(serverState, now, weights, rating.removedAt)
  const others = {
    uptime: rating.uptime ?? uptimeFrom([], null, now),
    forecast: { ...forecast, asOf: forecast.asOf?.toISOString() ?? null },
    recommendation: assessment.recommendation,
    status: assessment.status,
    axes: assessment.axes,
    reasons: [...withMaintenance(assessment.reasons, rating.maintenance, now), ...conflictsOf(rating)],
    downSince: assessment.downSince?.toISOString() ?? null,
    maintenance: announced(rating.maintenance, now),
    lastProbe: lastProbe(serverState),
    signIn: signInOf(rating),
    evidence: (serverState?.targets ?? []).map(evidenceOf),
    confidence: assessment.confidence,
    asOf: assessment.asOf?.toISOString() ?? null,
    staleAfter: assessment.staleAfter?.toISOString() ?? null,
  }
  return { verdict: assessment.verdict, others }
}

/** Adds maintenance after the first reason, which is the deciding one: maintenance decides nothing. */
function withMaintenance([first, ...others]: Reason[], maintenance: Maintenance | null, now: Date): Reason[] {
  return [...(first === undefined ? [] : [first]), ...whyMaintained(maintenance, now), ...others]
}

/** The present or coming maintenance window. */
function announced(maintenance: Maintenance | null, now: Date) {
  if (maintenance === null || maintenance.to <= now) return null
  return { from: maintenance.from.toISOString(), to: maintenance.to.toISOString() }
}

/** Where the catalog contradicts what was observed of its access. */
function conflictsOf({ serverState, signIns, declaredAccess, declaredAuth }: Rating): Reason[] {
  const declared = { access: declaredAccess, scheme: declaredAuth ?? null }
  return accessConflicts(serverState?.access ?? null, leadingSignIn(signIns, serverState?.targets), declared)
}

/** How to sign in, while its newest confirmed access needs credentials. */
function signInOf({ serverState, signIns }: Rating) {
  const signIn = leadingSignIn(signIns, serverState?.targets)
  return signIn === null || serverState?.access !== 'auth' ? null : signInAnswer(signIn)
}

/** The newest probe of the leading endpoint, unfiltered. */
function lastProbe(serverState: ServerState | null) {
  if (serverState === null || serverState.lastProbeAt === null || serverState.lastReason === null) return null
  const { lastReason: reason, lastProbeAt } = serverState
  return { at: new Date(lastProbeAt).toISOString(), outcome: outcomeOf(reason), reason }
}

export const healthEndpoint = defineEndpoint('health', healthText)
