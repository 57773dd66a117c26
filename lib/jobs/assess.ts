import type { Database } from '../store/database'
import { applyFormula } from './assess/apply-formula'
import { measureTexts } from './assess/measure-texts'
import { refreshRatings } from './assess/refresh-ratings'
import { refreshReport } from './assess/refresh-report'
import { refreshUsage } from './assess/refresh-usage'
import { sampleForecasts } from './assess/sample-forecasts'
import { settleForecasts } from './assess/settle-forecasts'
import { updateReporterTrust } from './assess/update-reporter-trust'
import { countHere, type OpenTokenCounter } from './texts/token-counter'

/**
 * Updates everything that follows from stored evidence and the time: scores, verdicts, reporter trust, usage,
 * forecasts, what is measured of texts, and the report.
 */
export async function refreshAssessments(
  db: Database,
  clock: () => Date,
  signal: AbortSignal,
  openCounter: OpenTokenCounter = countHere,
) {
  return {
    formula: await applyFormula(db, clock, signal),
    ...(await refreshRatings(db, clock)),
    corroborated: await updateReporterTrust(db, clock),
    usage: await refreshUsage(db, clock),
    forecasts: { ...(await sampleForecasts(db, clock)), ...(await settleForecasts(db, clock)) },
    texts: await measureTexts(db, clock, signal, openCounter),
    report: await refreshReport(db, clock),
  }
}
