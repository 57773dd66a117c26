import { RATED_AFTER_HOURS } from 'assay-verify/score/score'
import { PROBE_REASONS, type ProbeReason } from 'assay-verify/state/observation'
import type { Health } from '@/lib/contract/shapes/health'
import { formatSpan } from '@/lib/core/text/relative-time'
import { shortDate } from '../charts/month-axis'
import { FAULT_CODES_SHOWN, type Sign, signOf as signOfStatus } from '../status'
import { ADVICE, FACTS, HEADLINES, LAST_CHECKS, OUTLOOKS } from './answer-sentences'

/** What the answer at the head of a page is made from. */
export interface AnswerFacts {
  health: Pick<Health, 'status' | 'axes' | 'grade' | 'reasons' | 'downSince' | 'lastProbe' | 'forecast' | 'uptime'>
  /** Its server no longer lists the tool. */
  isRemoved: boolean
  /** Its registry deleted the server. */
  isDeleted: boolean
  /** Of the last check; null: nothing answered, or it is not known. */
  latencyMs: number | null
  hasAlternatives: boolean
  /** What is open of it and decides the advice, as its reason says; null or left out: nothing is. */
  change?: ShownChange | null
  /** What the page is about; a server where left out. */
  kind?: 'server' | 'tool'
  now: Date
}

/** An open fault: since when, what it is in sentences of ours, and of a server the tool that it is about. */
export interface ShownChange {
  at: string
  text: string
  tool?: string
}

/** A sentence of an answer. `at`: the instant that its `{time}` is. */
interface AnswerLine {
  text: string
  at: string | null
}

/** The answer in words: a headline, what was seen, the outlook, and what to do. */
export interface Answer {
  headline: string
  lines: AnswerLine[]
  /** What colour and icon suit the headline: a server that works but changed is not shown as if nothing were wrong. */
  sign: Sign
}

export function answerOf(facts: AnswerFacts): Answer {
  const { health, isRemoved, isDeleted } = facts
  const isGone = isRemoved || isDeleted
  const isUnsafe = isUnsafeBy(facts)
  const lines = [
    whatIsOpen(facts),
    health.lastProbe === null || isUnsafe ? [] : [{ text: lastCheck(facts), at: health.lastProbe.at }],
    isGone || isUnsafe ? [] : outlook(facts).map((text) => ({ text, at: null })),
    [{ text: advice(facts), at: null }],
  ]
  return { headline: headline(facts), lines: lines.flat(), sign: signOf(facts) }
}

type Said = (facts: AnswerFacts) => string
const codeOf = ({ health }: AnswerFacts) => health.reasons[0]?.code ?? ''

function signOf(facts: AnswerFacts): Sign {
  if ((facts.isRemoved || facts.isDeleted) && !isUnsafeBy(facts)) return 'down'
  return signOfStatus(facts.health.status, facts.health.reasons)
}

function isUnsafeBy(facts: AnswerFacts): boolean {
  return codeOf(facts) === 'unsafe_text'
}

/** The open fault as its reason says it; nothing where the headline says it. */
function whatIsOpen(facts: AnswerFacts): AnswerLine[] {
  const { change, health } = facts
  if (change == null) return []
  const isUnsafe = isUnsafeBy(facts)
  const since = { text: FACTS.since({ date: shortDate(change.at), fact: factOf(change) }), at: null }
  if (!isUnsafe) {
    const isInHeadline = health.status === 'healthy' && TOOL_CODES.has(codeOf(facts))
    return FAULT_CODES_SHOWN.includes(codeOf(facts)) && !isInHeadline ? [since] : []
  }
  return health.axes.reachable === true ? [since, { text: FACTS.answersAllTheSame, at: null }] : [since]
}

/**
 * The first sentence of a reason, as a part of another sentence: without its full stop, and small where it begins with
 * a word of ours.
 */
function factOf({ text, tool }: ShownChange): string {
  // A quoted sentence of a stranger stands elsewhere on the page.
  const [withoutQuote = text] = text.split(/: (?=“)/, 1)
  const named = tool === undefined ? withoutQuote : withoutQuote.replace(`“${tool}”`, `\`${tool}\``)
  const [first = named] = named.split(/\.(?=\s|$)/, 1)
  return /^(?:Its|It|The|One|A|No)\b/.test(first) ? first.charAt(0).toLowerCase() + first.slice(1) : first
}

/** Reasons about one tool of a server. */
const TOOL_CODES: ReadonlySet<string> = new Set(['tool_removed', 'tool_unsafe_change', 'tool_breaking_change'])

function headline(facts: AnswerFacts): string {
  if (isUnsafeBy(facts)) return facts.kind === 'tool' ? HEADLINES.unsafeTool : HEADLINES.unsafe
  if (facts.isDeleted) return HEADLINES.deleted
  if (facts.isRemoved) return HEADLINES.removed
  return HEADLINE_OF[facts.health.status](facts)
}

const HEADLINE_OF: Record<Health['status'], Said> = {
  healthy(facts) {
    const code = codeOf(facts)
    if (code === 'no_tools_left') return HEADLINES.noToolsLeft
    if (code === 'offers_no_tools') return HEADLINES.noTools
    if (code === 'offers_other_than_tools') return HEADLINES.otherThanTools
    if (TOOL_CODES.has(code) && facts.change != null) return HEADLINES.workingBut(factOf(facts.change))
    if (code === 'unsafe_change' || code === 'tool_unsafe_change') return HEADLINES.workingUnsafe
    return code === 'breaking_change' || TOOL_CODES.has(code) ? HEADLINES.workingChanged : HEADLINES.working
  },
  degraded(facts) {
    const { reasons } = facts.health
    const code = reasons.find((reason) => reason.code in UNSTABLE_BY)?.code ?? ''
    return (UNSTABLE_BY[code] ?? (() => HEADLINES.unstable))(facts)
  },
  down: ({ health, now }) =>
    health.downSince === null ? HEADLINES.downUndated : HEADLINES.down(sinceThen(health.downSince, now)),
  auth: ({ health }) => (health.axes.access === 'paid' ? HEADLINES.payment : HEADLINES.signIn),
  unknown: (facts) => NOT_CHECKED_BY[codeOf(facts)] ?? HEADLINES.unknown,
}

const UNSTABLE_BY: Readonly<Record<string, Said>> = {
  flapping: ({ health }) => {
    const text = health.reasons.find(({ code }) => code === 'flapping')?.text ?? ''
    return HEADLINES.unstableFlapping({ downs: Number(/\d+/.exec(text)?.[0] ?? 3), worksNow: worksNow(health) })
  },
  failing_often: ({ health }) => HEADLINES.unstableFailing(worksNow(health)),
  slow: () => HEADLINES.unstableSlow,
  throttled: () => HEADLINES.unstableThrottled,
  failing_in_use: () => HEADLINES.unstableInUse,
  started: () => HEADLINES.unstablePackage,
}

function worksNow({ lastProbe }: AnswerFacts['health']): boolean {
  return lastProbe?.outcome === 'ok'
}

const NOT_CHECKED_BY: Readonly<Record<string, string>> = {
  not_probeable: HEADLINES.noAddress,
  address_refused: HEADLINES.noAddress,
  published: HEADLINES.ownMachine,
  deprecated: HEADLINES.ownMachine,
  launch_unavailable: HEADLINES.ownMachine,
  documented: HEADLINES.documentation,
  opted_out: HEADLINES.optedOut,
  never_probed: HEADLINES.notYet,
  stale: HEADLINES.stale,
  not_enough_evidence: HEADLINES.undecided,
}

function lastCheck({ health, latencyMs }: AnswerFacts): string {
  const { outcome = 'inconclusive', reason = '' } = health.lastProbe ?? {}
  switch (outcome) {
    case 'ok':
      return latencyMs === null ? LAST_CHECKS.answered : LAST_CHECKS.answeredIn(latencyMs)
    case 'auth_required':
      return reason === 'payment_required' ? LAST_CHECKS.payment : LAST_CHECKS.signIn
    case 'throttled':
      return LAST_CHECKS.throttled
    case 'failed':
      return LAST_CHECKS.failed(PROBE_REASONS[reason as ProbeReason]?.text ?? 'It did not answer.')
    case 'inconclusive':
      return LAST_CHECKS.inconclusive
  }
}

function outlook({ health, now }: AnswerFacts): string[] {
  const { forecast, grade, status, downSince } = health
  const nextHour = forecast.horizons[0]
  const chance = forecast.basis === 'own' && nextHour !== undefined ? [OUTLOOKS.chance(nextHour.up)] : []
  const unrated = notRatedText(health)
  if (unrated !== null) return [...chance, ...(forecast.basis === 'own' ? [unrated] : [])]
  if (status !== 'down' || downSince === null) return chance
  return [OUTLOOKS.gradeBesideDown({ grade, duration: sinceThen(downSince, now) }), ...chance]
}

/** "Not rated yet: 2 of 6 hours watched."; null: it has a grade. */
function notRatedText({ grade, uptime }: Pick<Health, 'grade' | 'uptime'>): string | null {
  if (grade !== 'unrated') return null
  const watched = Math.min(RATED_AFTER_HOURS, Math.floor(uptime['30d'].observedHours))
  return OUTLOOKS.notRatedYet({ watched, needed: RATED_AFTER_HOURS })
}

function advice(facts: AnswerFacts): string {
  const { health, hasAlternatives } = facts
  if (isUnsafeBy(facts)) return ADVICE.disconnect
  if (facts.isRemoved || facts.isDeleted) return hasAlternatives ? ADVICE.replaceForGood : ADVICE.gone
  switch (health.status) {
    case 'healthy':
      return adviceOnChange(facts) ?? ADVICE.use
    case 'degraded':
      return ADVICE.fallback
    case 'down':
      return hasAlternatives ? ADVICE.replace : ADVICE.wait
    case 'auth':
      return health.axes.access === 'paid' ? ADVICE.pay : ADVICE.signIn
    case 'unknown':
      return ADVICE.try
  }
}

/** What to do about an open fault of what works; null: there is none. */
function adviceOnChange(facts: AnswerFacts): string | null {
  const tool = facts.change?.tool
  switch (codeOf(facts)) {
    case 'unsafe_change':
      return ADVICE.review
    case 'breaking_change':
      return ADVICE.compareCalls
    case 'tool_unsafe_change':
      return tool === undefined ? ADVICE.review : ADVICE.reviewTool(tool)
    case 'tool_breaking_change':
      return tool === undefined ? ADVICE.compareCalls : ADVICE.compareToolCalls(tool)
    case 'tool_removed':
      return FACTS.othersAsBefore
    case 'no_tools_left':
    case 'removed_from_listing':
      return facts.hasAlternatives ? ADVICE.replaceForGood : ADVICE.gone
    case 'offers_no_tools':
    case 'offers_other_than_tools':
      return ADVICE.nothingToCall
    default:
      return null
  }
}

/** "12 minutes" */
function sinceThen(instant: string, now: Date): string {
  return formatSpan(Math.max(1, Math.round((now.getTime() - Date.parse(instant)) / 1000)))
}
