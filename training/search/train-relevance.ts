import { NetworkScorer, type Networks } from '../../lib/search/rank/network'
import { CALIBRATION_SIGNALS, calibrationSignals } from '../../lib/search/rank/relevance'
import { fitLogistic } from '../fit-logistic'
import { FITS_FROM } from './graded-requests'
import { forNetworks, type Measured, scoredBy } from './measured'
import { NETWORK_SETTINGS, trainNetworks } from './train-network'

const PARTS = 3
/** Half of the networks give sums of nearly the same size as all of them. */
const CALIBRATION_SETTINGS = { ...NETWORK_SETTINGS, count: NETWORK_SETTINGS.count / 2 }
const SHRINKAGE = 0.003
const ROUNDS = 150
/** Candidates of a request that the calibration learns from, and the weight of those after the first. */
const CALIBRATED = 8
const LATER_WEIGHT = 0.15

interface CalibrationExample {
  row: readonly number[]
  fits: boolean
  weight: number
}

/**
 * The networks, and the calibration of their sums. The calibration is learnt from sums of networks that were trained
 * without the request: sums of requests that were learnt from are too sure.
 */
export function trainRelevance(
  measured: readonly Measured[],
  say: (line: string) => void,
): { networks: Networks; calibration: number[] } {
  const examples: CalibrationExample[] = []
  for (let part = 0; part < PARTS; part++) {
    const others = measured.filter(({ fold }) => fold % PARTS !== part)
    const networks = new NetworkScorer(trainNetworks(others.map(forNetworks), CALIBRATION_SETTINGS))
    for (const one of measured) if (one.fold % PARTS === part) examples.push(...calibrationExamples(one, networks))
    say(`relevance: part ${part + 1} of ${PARTS}`)
  }
  return { networks: trainNetworks(measured.map(forNetworks)), calibration: fitCalibration(examples) }
}

/**
 * Of graded requests the first candidates; of labelled questions whether anything fits, as their labels say no more.
 */
function calibrationExamples(measured: Measured, networks: NetworkScorer): CalibrationExample[] {
  const scored = scoredBy(measured, networks)
  const [, ...shared] = calibrationSignals(scored)
  const rowOf = (sum: number) => [sum, ...shared]
  const [first] = scored
  if (first === undefined) return []
  if (!measured.isGraded) return [{ row: rowOf(first.sum), fits: measured.fits, weight: measured.calibrationWeight }]
  return scored.slice(0, CALIBRATED).flatMap(({ sum, grade }, place) => {
    if (grade === null) return []
    return [
      {
        row: rowOf(sum),
        fits: grade >= FITS_FROM,
        weight: measured.calibrationWeight * (place === 0 ? 1 : LATER_WEIGHT),
      },
    ]
  })
}

/** Maximum likelihood with a little shrinkage, except of `own` and the bias. */
export function fitCalibration(examples: readonly CalibrationExample[]): number[] {
  const rows = examples.map(({ row, fits, weight }) => ({ row, isTrue: fits, weight }))
  return fitLogistic(rows, CALIBRATION_SIGNALS.length, { shrinkage: SHRINKAGE, shrunkFrom: 2, rounds: ROUNDS })
}
