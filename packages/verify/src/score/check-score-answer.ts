import { verifyAttestation } from '../attestation.ts'
import { type AttestationClaims, type PublicJwk, publicKeysOf } from '../attestation-check.ts'
import { canonicalJson } from '../canonical-json.ts'
import { DECIDED_BY_PACKAGE } from '../state/observation.ts'
import { isJsonObject } from '../value-form.ts'
import { CURRENT, FORMULAS, formulaNamed } from './formula-versions.ts'
import { GRADE_THRESHOLDS } from './grade.ts'
import { type ScoreComponent, type ScoreResult, scoreFrom, tableOf } from './score.ts'
import { factsFromInputs } from './score-inputs.ts'

/** One comparison. `found` and `expected` are for people, as JSON; they contain third-party text. */
interface ScoreCheck {
  what: string
  agrees: boolean
  found: string
  expected: string
}

/** `unreadable`: nothing could be compared, and why. */
export type ScoreAnswerReport =
  | { unreadable: string }
  | { unreadable: null; checks: ScoreCheck[]; recomputed: ScoreResult | null; claims: AttestationClaims | null }

/**
 * Whether an explained answer of `/v1/score` is right: score, grade and every component recomputed from its own inputs
 * by the formula it names, each number equal as printed; the attestation verified with the key set and in agreement
 * with the answer. `toolId` null: any tool. Never throws.
 */
export function checkScoreAnswer(answer: unknown, jwks: unknown, toolId: string | null, now: Date): ScoreAnswerReport {
  if (!isJsonObject(answer)) return { unreadable: 'The answer is no JSON object.' }
  const keys = publicKeysOf(jwks)
  if (keys === undefined) return { unreadable: 'The key set is no JSON Web Key Set.' }
  if (!Array.isArray(answer.components) || !isJsonObject(answer.inputs))
    return { unreadable: 'The answer has no explanation: it was not requested with explain=1.' }
  const { claims, checks: attested } = checkAttestation(answer, keys, now)
  const asked = toolId === null ? [] : [compare('the tool asked for', answer.toolId, toolId)]
  if (formulaNamed(answer.formula) === undefined && (claims === null || claims.formula === answer.formula)) {
    const known = FORMULAS.map(({ name }) => name).join(' and ')
    return { unreadable: `Its formula is ${JSON.stringify(answer.formula)}; this program knows ${known} only.` }
  }
  const { recomputed, checks } = recompute(answer, answer.components, answer.inputs)
  return { unreadable: null, checks: [...asked, ...checks, ...attested], recomputed, claims }
}

function recompute(answer: JsonObject, components: readonly unknown[], inputs: JsonObject) {
  const formula = formulaNamed(answer.formula) ?? CURRENT
  const read = factsFromInputs(inputs, [formula])
  const whole = compare('inputs, none missing, none unknown', read !== undefined, true)
  if (read === undefined) return { recomputed: null, checks: [whole] }
  const recomputed = scoreFrom(read.facts, read.tool, formula)
  const checks = [
    whole,
    ...(restsOnNonEndpoints(answer, inputs) ? [] : [compare('inputs: asOf', inputs.asOf, answer.asOf)]),
    compare('formula', answer.formula, recomputed.formula),
    ...compareComponents(components, recomputed.components),
    compare('score', answer.score, recomputed.score),
    compare('grade', answer.grade, recomputed.grade),
    compare('thresholds of the grades', answer.thresholds, GRADE_THRESHOLDS),
    compare('table of the formula', answer.table, tableOf(formula)),
  ]
  return { recomputed, checks }
}

/**
 * A score is computed from the leading endpoint; where there is no evidence of one, or a package decides the verdict,
 * the answer's `asOf` is that of other evidence.
 */
function restsOnNonEndpoints({ reasons }: JsonObject, inputs: JsonObject): boolean {
  if (inputs.asOf === null) return true
  return (
    Array.isArray(reasons) &&
    reasons.some((reason) => isJsonObject(reason) && DECIDED_BY_PACKAGE.has(String(reason.code)))
  )
}

function compareComponents(found: readonly unknown[], expected: readonly ScoreComponent[]): ScoreCheck[] {
  const count = compare('number of components', found.length, expected.length)
  const members = expected.flatMap((component, place) => {
    const theirs = isJsonObject(found[place]) ? found[place] : {}
    const names = [...new Set([...Object.keys(component), ...Object.keys(theirs)])]
    const ours: JsonObject = { ...component }
    return names.map((name) => compare(`${component.name}: ${name}`, theirs[name], ours[name]))
  })
  return [count, ...members]
}

function checkAttestation(answer: JsonObject, keys: readonly PublicJwk[], now: Date) {
  const jws = typeof answer.attestation === 'string' ? answer.attestation : ''
  const check = verifyAttestation(jws, { keys }, now)
  const valid = compare('attestation: type, signature, expiry', check.ok ? 'valid' : check.why, 'valid')
  if (!check.ok) return { claims: null, checks: [valid] }
  const { claims } = check
  const signed = (['verdict', 'score', 'grade', 'formula', 'asOf'] as const).map((name) =>
    compare(`attestation: ${name}`, claims[name], answer[name]),
  )
  const logged = isJsonObject(answer.log) ? answer.log.leaf : undefined
  const leaf = compare('attestation: leaf', claims.leaf ?? null, logged ?? null)
  return { claims, checks: [valid, compare('attestation: subject', claims.sub, answer.toolId), ...signed, leaf] }
}

type JsonObject = { [key: string]: unknown }

function compare(what: string, found: unknown, expected: unknown): ScoreCheck {
  const [left, right] = [canonicalJson(found), canonicalJson(expected)]
  return { what, agrees: found !== undefined && left === right, found: left, expected: right }
}
