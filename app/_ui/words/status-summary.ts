import { RATED_AFTER_HOURS } from 'assay-verify/score/score'
import { PROBE_REASONS, type ProbeReason } from 'assay-verify/state/observation'
import type { Health } from '@/lib/contract/shapes/health'
import { shortDate } from '../charts/month-axis'
import { formatShare } from '../format'
import { FAULT_CODES_SHOWN, type Sign, signOf as signOfStatus } from '../status'
import type { Sentence } from './spoken'

/** What the answer at the head of a page is made from. */
export interface StatusFacts {
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
}

/** An open fault: since when, what it is in sentences of ours, and of a server the tool that it is about. */
export interface ShownChange {
  at: string
  text: string
  tool?: string
}

/** The answer in words: a headline, what was seen, the outlook, and what to do. */
export interface StatusSummary {
  headline: Sentence
  lines: Sentence[]
  /** What colour and icon suit the headline: a server that works but changed is not shown as if nothing were wrong. */
  sign: Sign
}

export function statusSummaryOf(facts: StatusFacts): StatusSummary {
  const { health, isRemoved, isDeleted } = facts
  const isGone = isRemoved || isDeleted
  const isUnsafe = isUnsafeBy(facts)
  const lines = [
    whatIsOpen(facts),
    health.lastProbe === null || isUnsafe ? [] : [{ text: lastProbeText(facts), at: health.lastProbe.at }],
    isGone || isUnsafe ? [] : outlook(facts),
    [always(advice(facts))],
  ]
  // Only an outage that lasts says since when.
  const at = facts.health.status === 'down' ? facts.health.downSince : null
  return { headline: { text: headline(facts), at }, lines: lines.flat(), sign: signOf(facts) }
}

function always(text: string): Sentence {
  return { text, at: null }
}

type Said = (facts: StatusFacts) => string
const codeOf = ({ health }: StatusFacts) => health.reasons[0]?.code ?? ''

function signOf(facts: StatusFacts): Sign {
  if ((facts.isRemoved || facts.isDeleted) && !isUnsafeBy(facts)) return 'down'
  return signOfStatus(facts.health.status, facts.health.reasons)
}

function isUnsafeBy(facts: StatusFacts): boolean {
  return codeOf(facts) === 'unsafe_text'
}

/** The open fault as its reason says it; nothing where the headline says it. */
function whatIsOpen(facts: StatusFacts): Sentence[] {
  const { change, health } = facts
  if (change == null) return []
  const isUnsafe = isUnsafeBy(facts)
  const since = always(`Since ${shortDate(change.at)}: ${factOf(change)}.`)
  if (!isUnsafe) {
    const isInHeadline = health.status === 'healthy' && TOOL_CODES.has(codeOf(facts))
    return FAULT_CODES_SHOWN.includes(codeOf(facts)) && !isInHeadline ? [since] : []
  }
  return health.axes.reachable === true ? [since, always('It still answers; that makes it no safer.')] : [since]
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

function headline(facts: StatusFacts): string {
  if (isUnsafeBy(facts)) return facts.kind === 'tool' ? 'Unsafe: do not call this tool' : 'Unsafe: do not connect'
  if (facts.isDeleted) return 'Removed: its registry no longer lists this server'
  if (facts.isRemoved) return 'Removed: its server no longer offers this tool'
  return HEADLINE_OF[facts.health.status](facts)
}

const HEADLINE_OF: Record<Health['status'], Said> = {
  healthy(facts) {
    const code = codeOf(facts)
    if (code === 'no_tools_left') return 'Answers, but offers no tool any more'
    if (code === 'offers_no_tools') return 'Answers, but offers no tools'
    if (code === 'offers_other_than_tools') return 'Answers with prompts or resources, but offers no tools'
    if (TOOL_CODES.has(code) && facts.change != null) return `Working, but ${factOf(facts.change)}`
    if (code === 'unsafe_change' || code === 'tool_unsafe_change')
      return 'Working, but a recent change makes it less safe'
    return code === 'breaking_change' || TOOL_CODES.has(code)
      ? 'Working, but it changed: calls that worked before may fail'
      : 'Working'
  },
  degraded(facts) {
    const { reasons } = facts.health
    const code = reasons.find((reason) => reason.code in UNSTABLE_BY)?.code ?? ''
    return (UNSTABLE_BY[code] ?? (() => 'Unstable: it does not always answer as it should'))(facts)
  },
  down: ({ health }) => (health.downSince === null ? 'Down' : 'Down {since}'),
  auth: ({ health }) =>
    health.axes.access === 'paid'
      ? 'Payment required: it answers, and asks for payment'
      : 'Sign-in required: it answers, and asks for credentials',
  unknown: (facts) => NOT_CHECKED_BY[codeOf(facts)] ?? 'Not checked: no check gave a result',
}

const UNSTABLE_BY: Readonly<Record<string, Said>> = {
  flapping: ({ health }) => {
    const text = health.reasons.find(({ code }) => code === 'flapping')?.text ?? ''
    const downs = Number(/\d+/.exec(text)?.[0] ?? 3)
    return `Unstable: ${worksNow(health) ? 'works now, but ' : ''}went down ${downs} times in 24 hours`
  },
  failing_often: ({ health }) => `Unstable: ${worksNow(health) ? 'works now, but ' : ''}many recent checks failed`,
  slow: () => 'Unstable: it answers much slower than usual',
  throttled: () => 'Unstable: it answers, but asks for fewer requests',
  failing_in_use: () => 'Unstable: it answers our checks, but callers report failures',
  started: () => 'Unstable: its address is down, but its package still starts',
}

function worksNow({ lastProbe }: StatusFacts['health']): boolean {
  return lastProbe?.outcome === 'ok'
}

const NO_ADDRESS = 'Not checked: no public address'
const OWN_MACHINE = 'Not checked: it runs on your own machine'
const NOT_CHECKED_BY: Readonly<Record<string, string>> = {
  not_probeable: NO_ADDRESS,
  address_refused: NO_ADDRESS,
  published: OWN_MACHINE,
  deprecated: OWN_MACHINE,
  launch_unavailable: OWN_MACHINE,
  documented: 'Not checked: only its documentation is known',
  opted_out: 'Not checked: its operator asked us not to',
  never_probed: 'Not checked yet',
  stale: 'Not checked lately: the last result is too old to rely on',
  not_enough_evidence: 'Not decided yet: one more check has to agree',
}

function lastProbeText({ health, latencyMs }: StatusFacts): string {
  const { outcome = 'inconclusive', reason = '' } = health.lastProbe ?? {}
  switch (outcome) {
    case 'ok':
      return latencyMs === null ? 'Last check {time} answered.' : `Last check {time} answered in ${latencyMs} ms.`
    case 'auth_required':
      return reason === 'payment_required'
        ? 'Last check {time} was asked for payment.'
        : 'Last check {time} was asked for credentials.'
    case 'throttled':
      return 'Last check {time} was asked to come back later.'
    case 'failed':
      return `Last check {time} failed: ${lowerFirst(PROBE_REASONS[reason as ProbeReason]?.text ?? 'It did not answer.')}`
    case 'inconclusive':
      return 'Last check {time} gave no result.'
  }
}

function outlook({ health }: StatusFacts): Sentence[] {
  const { forecast, grade, status, downSince } = health
  const nextHour = forecast.horizons[0]
  const chance =
    forecast.basis === 'own' && nextHour !== undefined
      ? [
          always(
            `Chance that it is up in an hour: ${nextHour.up > 0 && nextHour.up < 0.01 ? 'under 1\u00a0%' : formatShare(nextHour.up, 0)}.`,
          ),
        ]
      : []
  const unrated = notRatedText(health)
  if (unrated !== null) return [...chance, ...(forecast.basis === 'own' ? [always(unrated)] : [])]
  if (status !== 'down' || downSince === null) return chance
  return [{ text: `${grade} over 30 days; down {since}.`, at: downSince }, ...chance]
}

/** "Not rated yet: 2 of 6 hours watched."; null: it has a grade. */
function notRatedText({ grade, uptime }: Pick<Health, 'grade' | 'uptime'>): string | null {
  if (grade !== 'unrated') return null
  const watched = Math.min(RATED_AFTER_HOURS, Math.floor(uptime['30d'].observedHours))
  return `Not rated yet: ${watched} of ${RATED_AFTER_HOURS} hours watched.`
}

function advice(facts: StatusFacts): string {
  const { health, hasAlternatives } = facts
  if (isUnsafeBy(facts))
    return 'Remove it where it is connected, and replace every key that its agents could read since then.'
  if (facts.isRemoved || facts.isDeleted) return forGood(facts)
  switch (health.status) {
    case 'healthy':
      return adviceOnChange(facts) ?? 'You can use it.'
    case 'degraded':
      return 'Keep a fallback ready.'
    case 'down':
      return hasAlternatives
        ? 'Use an alternative until it answers again.'
        : 'We know no alternative. We go on checking it.'
    case 'auth':
      return health.axes.access === 'paid'
        ? 'Calls cost money. We check only that it answers.'
        : 'Sign in with an account of its operator. We check only that it answers.'
    case 'unknown':
      return codeOf(facts) === 'never_probed'
        ? 'No check has tried it. What is known of it is what its catalogs say.'
        : 'Try it yourself before you rely on it.'
  }
}

const REVIEW = 'Review what changed before an agent calls it.'
const COMPARE_CALLS = 'Compare your calls with its present arguments.'

/** What to do about an open fault of what works; null: there is none. */
function adviceOnChange(facts: StatusFacts): string | null {
  const tool = facts.change?.tool
  switch (codeOf(facts)) {
    case 'unsafe_change':
      return REVIEW
    case 'breaking_change':
      return COMPARE_CALLS
    case 'tool_unsafe_change':
      return tool === undefined ? REVIEW : `Review the change before an agent calls \`${tool}\`.`
    case 'tool_breaking_change':
      return tool === undefined ? COMPARE_CALLS : `Compare your calls of \`${tool}\` with its present arguments.`
    case 'tool_removed':
      return 'Its other tools are as they were.'
    case 'no_tools_left':
    case 'removed_from_listing':
      return forGood(facts)
    case 'offers_no_tools':
    case 'offers_other_than_tools':
      return 'It has no tool that an agent could call.'
    default:
      return null
  }
}

function forGood({ hasAlternatives }: StatusFacts): string {
  return hasAlternatives ? 'Use one of the alternatives instead.' : 'We know no tool that does the same.'
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
