import { verifyAttestation } from '../../attestation.ts'
import { publicKeysOf } from '../../attestation-check.ts'
import { checkAccuracy } from '../../audit/check-accuracy.ts'
import { checkHistory, checkRated, type RatedInputs } from '../../audit/check-inputs.ts'
import { checkBreakages, checkKeySet, checkMissingBreakages, checkMissingPast } from '../../audit/check-shown.ts'
import { checkVerdict, type ShownVerdict } from '../../audit/check-verdict.ts'
import { type Finding, finding } from '../../audit/finding.ts'
import type { LoggedAccuracy } from '../../audit/logged-accuracy.ts'
import type { TlogFacts, TlogVerdict } from '../../audit/tlog-facts.ts'
import { checkScoreAnswer } from '../../score/check-score-answer.ts'
import type { Formed } from '../../value-form.ts'
import type { isScore } from '../answer-forms.ts'
import type { ShownFacts, ShownServer } from './shown-facts.ts'

/** `history.asOf` is rounded down to ten seconds; clocks may differ by as much. */
const AS_OF_SLACK_MS = 20_000

export interface Comparison {
  facts: TlogFacts
  /** What documents have of accuracy. */
  accuracy: LoggedAccuracy
  /** What was logged of breakages before the service was asked. */
  breakagesBefore: TlogFacts['breakages']
  /** Leaves before this one were published before the service was asked. */
  sureBefore: number
  /** The newest verdicts that were logged before the service was asked, by subject. */
  verdictsBefore: ReadonlyMap<string, TlogVerdict | undefined>
}

/** Whether what the service shows agrees with its log. Answers findings, and how many servers could not be compared. */
export function checkShown(shown: ShownFacts, comparison: Comparison): { findings: Finding[]; unknown: number } {
  const { facts, accuracy, breakagesBefore: before } = comparison
  const turnsOf = (day: string) => facts.turnsOf(day)
  const known = new Set(shown.servers.flatMap(({ serverId, history }) => (history === null ? [] : [serverId])))
  const isKnown = (id: string) => known.has(facts.findServer(id) ?? '')
  const breakages = { before, after: facts.breakages }
  const findings = [
    ...shown.servers.flatMap((server) => serverFindings(server, shown.jwks, comparison)),
    ...shown.servers.flatMap(({ verdicts }) => verdicts.flatMap((one) => verdictFindings(one, comparison))),
    ...checkBreakages([...shown.incidents, ...(shown.open ?? [])], breakages, facts),
    ...(shown.open === null ? [] : checkMissingBreakages(shown.open, breakages)),
    ...(shown.hasAllPast ? checkMissingPast(shown.incidents, breakages, isKnown, shown.readAt) : []),
    ...facts.clearances.check(
      shown.servers.flatMap(({ texts }) => texts),
      (from, to) => facts.wasRecorded(from, to),
    ),
    ...checkKeySet(shown.jwks, facts),
    ...accuracy.checkDays(turnsOf),
    ...(shown.accuracy === null ? [] : checkAccuracy(shown.accuracy, accuracy, turnsOf)),
  ]
  return { findings, unknown: shown.servers.filter(({ history }) => history === null).length }
}

function serverFindings(
  { serverId, history, score, askedAt, readAt }: ShownServer,
  jwks: unknown,
  { facts, sureBefore }: Comparison,
): Finding[] {
  const known = { sureBefore, unknownFrom: Number.POSITIVE_INFINITY }
  const found: Finding[] = []
  if (history !== null) {
    const asOf = Date.parse(history.asOf)
    if (Math.abs(asOf - askedAt) > 600_000)
      found.push(finding('history', null, serverId, `Its history is of ${history.asOf}.`))
    found.push(...checkHistory({ serverId, days: history.days, asOf, asOfSlackMs: AS_OF_SLACK_MS }, facts, known))
  }
  if (score !== null) found.push(...scoreFindings(serverId, score, jwks, { facts, known, readAt }))
  return found
}

function verdictFindings(shown: ShownVerdict, { facts, verdictsBefore }: Comparison): Finding[] {
  return checkVerdict(shown, { before: verdictsBefore.get(shown.id), after: facts.findVerdict(shown.id) }, facts)
}

type ShownScore = Formed<typeof isScore>

function scoreFindings(
  id: string,
  answer: ShownScore,
  jwks: unknown,
  {
    facts,
    known,
    readAt,
  }: { facts: TlogFacts; known: Pick<RatedInputs, 'sureBefore' | 'unknownFrom'>; readAt: number },
): Finding[] {
  const verdict = checkScoreAnswer(answer, jwks, id, new Date(readAt))
  if (verdict.unreadable !== null) return []
  const wrong = verdict.checks
    .filter(({ agrees }) => !agrees)
    .map(({ what, found, expected }) => finding('shown_score', null, id, `${what}: ${found}, not ${expected}`))
  const { score, grade, formula } = answer
  const rated = { leaf: null, id, score, grade, formula, inputs: answer.inputs, at: readAt, ...known }
  return [...wrong, ...checkRated(rated, facts).findings, ...leafFindings(id, answer, jwks, { facts, readAt })]
}

/** The leaf that an attestation names has its facts. */
function leafFindings(
  id: string,
  { attestation }: ShownScore,
  jwks: unknown,
  { facts, readAt }: { facts: TlogFacts; readAt: number },
): Finding[] {
  const check = verifyAttestation(attestation, { keys: publicKeysOf(jwks) ?? [] }, new Date(readAt))
  if (!check.ok || check.claims.leaf === undefined) return []
  const { leaf, sub, verdict, score, grade, formula, asOf } = check.claims
  const signed = { id: sub, verdict, score, grade, formula, asOf } as Parameters<TlogFacts['hasScore']>[1]
  return facts.hasScore(leaf, signed)
    ? []
    : [finding('shown_score', leaf, id, 'Its attestation names this leaf, which has other facts.')]
}
