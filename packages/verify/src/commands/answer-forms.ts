import type * as answers from '../answers.ts'
import { BREAKAGE_KINDS, SEVERITIES } from '../breakage-kind.ts'
import { EVIDENCE_KINDS } from '../evidence-kind.ts'
import type { AccuracyDays } from '../leaves/accuracy-days.ts'
import type { ClearedTexts } from '../leaves/cleared-texts.ts'
import type { ObservedLine } from '../leaves/observation-line.ts'
import type { ScoreInputLine } from '../leaves/score-input-line.ts'
import { DECLARED_PARTS } from '../lock/declared-part.ts'
import { GRADES } from '../score/grade.ts'
import type { ScoredUsage, UsageVotes } from '../score/usage.ts'
import { PROBE_REASON_NAMES } from '../state/observation.ts'
import {
  isCount,
  isFlag,
  isInstant,
  isNumber,
  isText,
  listOf,
  nullOr,
  objectOf,
  oneOf,
  optional,
  recordOf,
} from '../value-form.ts'
import { VERDICTS } from '../verdict.ts'
import { isAccuracyDays } from './accuracy-forms.ts'

// The forms of answers, as far as the commands read them. Each is held to the type that the contract gives it.

const isReason = objectOf<answers.Reason>({ code: isText, text: isText })

const isEvidence = objectOf<Pick<answers.Evidence, 'kind' | 'asOf'>>({
  kind: oneOf(EVIDENCE_KINDS),
  asOf: nullOr(isInstant),
})
type Verdict = Pick<answers.Health, 'verdict' | 'reasons' | 'staleAfter'>
export const isHealth = objectOf<Verdict & { evidence: Pick<answers.Evidence, 'kind' | 'asOf'>[] }>({
  ...{ verdict: oneOf(VERDICTS), reasons: listOf(isReason), staleAfter: nullOr(isInstant) },
  evidence: listOf(isEvidence),
})

type Day = Pick<answers.HistoryAnswer['days'][number], 'date' | 'upSeconds' | 'downSeconds'>
export const isHistory = objectOf<Pick<answers.HistoryAnswer, 'asOf'> & { days: Day[] }>({
  asOf: isInstant,
  days: listOf(objectOf<Day>({ date: isText, upSeconds: isNumber, downSeconds: isNumber })),
})

type Score = Pick<answers.ScoreAnswer, 'score' | 'grade' | 'formula' | 'attestation' | 'inputs'>
export const isScore = objectOf<Score>({
  ...{ score: isNumber, grade: oneOf(GRADES), formula: isText, attestation: isText },
  inputs: optional(recordOf((_): _ is unknown => true)),
})

type Breakage = Pick<
  answers.Breakage,
  'id' | 'serverId' | 'toolIds' | 'kind' | 'severity' | 'openedAt' | 'closedAt' | 'evidence'
>
const isBreakage = objectOf<Breakage>({
  ...{ id: isText, serverId: isText, toolIds: listOf(isText), kind: oneOf(BREAKAGE_KINDS) },
  ...{ severity: oneOf(SEVERITIES), openedAt: isInstant, closedAt: nullOr(isInstant) },
  evidence: listOf(objectOf<Breakage['evidence'][number]>({ code: isText, text: isText, at: isText })),
})
export const isBreakages = objectOf<{ breakages: Breakage[] }>({ breakages: listOf(isBreakage) })
type Incident = Pick<answers.IncidentRecord, 'id' | 'closedAt'> & { breakages: Breakage[] }
export const isIncident = objectOf<Incident>({
  ...{ id: isText, closedAt: nullOr(isInstant), breakages: listOf(isBreakage) },
})
export const isIncidents = objectOf<{ incidents: Incident[]; hasMore: boolean }>({
  ...{ incidents: listOf(isIncident), hasMore: isFlag },
})

type Cleared = answers.DeclarationsAnswer['unsafeTexts'][number]['cleared']
const isCleared = nullOr(objectOf<NonNullable<Cleared>>({ at: isInstant, reason: isText }))
type UnsafeText = Pick<answers.DeclarationsAnswer['unsafeTexts'][number], 'digest' | 'cleared'>
export const isDeclarations = objectOf<{ unsafeTexts: UnsafeText[] }>({
  unsafeTexts: listOf(objectOf<UnsafeText>({ digest: isText, cleared: isCleared })),
})
/** A document that a leaf `unsafe_texts` names. */
export const isClearedTexts = objectOf<ClearedTexts>({ id: isText, texts: listOf(isText) })

export type ReadLockedServer = Omit<answers.LockedServer, 'leaf' | 'seenBy' | 'tools' | 'parts'> & {
  leaf: { index: number } | null
  seenBy: { vantage: string }[]
  tools: Omit<answers.LockedTool, 'since'>[] | null
  parts: Omit<answers.LockedPart, 'since'>[]
}
const isLockedTool = objectOf<Omit<answers.LockedTool, 'since'>>({
  ...{ name: isText, title: nullOr(isText), description: nullOr(isText), annotations: nullOr(isText) },
  ...{ inputSchema: nullOr(isText), inputSchemaAsWritten: nullOr(isText), outputSchema: nullOr(isText) },
})
const isLockedServer = objectOf<ReadLockedServer>({
  ...{ ids: listOf(isText), serverId: isText, version: nullOr(isText), digest: isText, isRemoved: isFlag },
  leaf: nullOr(objectOf<{ index: number }>({ index: isCount })),
  seenBy: listOf(objectOf<{ vantage: string }>({ vantage: isText })),
  tools: nullOr(listOf(isLockedTool)),
  parts: listOf(objectOf<ReadLockedServer['parts'][number]>({ part: oneOf(DECLARED_PARTS), digest: nullOr(isText) })),
})
export const isLocked = objectOf<Omit<answers.LockAnswer, 'servers'> & { servers: ReadLockedServer[] }>({
  ...{ servers: listOf(isLockedServer), unknown: listOf(isText), remaining: listOf(isText) },
})

type LookupMatch = Pick<answers.LookupRow, 'input' | 'kind' | 'serverId' | 'match'>
const isLookupMatch = objectOf<LookupMatch>({
  ...{ input: isText, kind: oneOf(['repo', 'package', 'url', 'id']), serverId: isText },
  match: oneOf(['exact', 'repository']),
})
export const isLookup = objectOf<{ resolved: LookupMatch[] }>({ resolved: listOf(isLookupMatch) })

export const isProof = objectOf<Pick<answers.LogProof, 'checkpoint' | 'hashes' | 'entry'>>({
  ...{ checkpoint: isText, hashes: listOf(isText), entry: optional(isText) },
})

export const isTlogKeys = objectOf<{ keys: { vkey: string }[] }>({
  keys: listOf(objectOf<{ vkey: string }>({ vkey: isText })),
})

/** For how many days a service keeps what its log names. */
export type RetentionDays = answers.LogSummary['kept']
const isRetentionDays = objectOf<RetentionDays>({
  documentDays: isCount,
  declarationDays: isCount,
  observationDays: isCount,
})
export const isTlogRetention = objectOf<Pick<answers.LogSummary, 'kept'>>({ kept: isRetentionDays })

export const isObservations = objectOf<Pick<answers.LogObservations, 'lines' | 'cursor'>>({
  ...{ lines: listOf(isText), cursor: nullOr(isText) },
})

/** A line of the observations of an hour, once it is parsed. */
export const isObservedLine = objectOf<ObservedLine>({
  ...{ at: isInstant, id: isText, target: isCount, reason: oneOf(PROBE_REASON_NAMES) },
  ...{ latencyMs: nullOr(isNumber), httpStatus: nullOr(isCount), vantage: isText },
})

const isVotes = objectOf<UsageVotes>({ reporters: isNumber, networks: isNumber, weight: isNumber, mean: isNumber })
const isUsage = objectOf<ScoredUsage>({
  ...{ calls: isNumber, trusted: isVotes, untrusted: isVotes },
  latencyMs: nullOr(objectOf<NonNullable<ScoredUsage['latencyMs']>>({ calls: isNumber, p50: isNumber, p95: isNumber })),
})
const isScoreInputLine = objectOf<ScoreInputLine>({
  ...{ id: isText, asOf: nullOr(isText), looks: isNumber },
  ...{ latencyP50Ms: nullOr(isNumber), latencyP95Ms: nullOr(isNumber), usage: recordOf(isUsage) },
})
interface HourlyDocument {
  hour: string
  part: number
  lines: ScoreInputLine[]
  /** Of the first part. */
  accuracy: AccuracyDays | undefined
}
/** A document that a leaf `score_inputs` names. */
export const isScoreInputLines = objectOf<HourlyDocument>({
  ...{ hour: isText, part: isNumber, lines: listOf(isScoreInputLine), accuracy: optional(isAccuracyDays) },
})
