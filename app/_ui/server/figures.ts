import { RATED_AFTER_HOURS } from 'assay-verify/score/score'
import type { Health } from '@/lib/contract/shapes/health'
import type { ScoreAnswer } from '@/lib/contract/shapes/score'
import type { ServerEvent } from '@/lib/core/history/server-event'
import { shortDate } from '../charts/month-axis'
import { formatScore, formatShare } from '../format'

/** One of the five figures: a value, and words beside it, whose `{time}` is `at`. */
export interface Figure {
  name: string
  value: string
  note: string
  at: string | null
  /** A colour of the value by its grade. */
  tone: 'good' | 'fair' | 'bad' | null
}

export interface FigureFacts {
  health: Pick<Health, 'axes' | 'uptime' | 'signIn' | 'lastProbe'> & Partial<Pick<Health, 'reasons'>>
  rating: Pick<ScoreAnswer, 'score' | 'grade'>
  /** Of its answers lately, whole ms; null: too few were measured. */
  latency: { medianMs: number | null; p95Ms: number | null }
  events: readonly ServerEvent[]
  /** Since when its listing is read; null: it was not. */
  listedSince: string | null
  /** An open fault; null or left out: none. */
  change?: { at: string } | null
}

export const figure = (name: string, value: string, note: string, more: Partial<Figure> = {}): Figure => ({
  name,
  value,
  note,
  at: null,
  tone: null,
  ...more,
})

/** Grade, uptime, answer time, access, schema. Nothing that was not observed has a number. */
export function figuresOf(facts: FigureFacts): Figure[] {
  return [gradeFigure(facts), uptimeFigure(facts), latencyFigure(facts), accessFigure(facts), schemaFigure(facts)]
}

const GRADE = 'Grade of 30 days'
const TONES = { A: 'good', B: 'good', C: 'fair', D: 'fair', F: 'bad' } as const

export function gradeFigure({
  rating: { grade, score },
  health: { uptime, lastProbe },
}: Pick<FigureFacts, 'rating' | 'health'>): Figure {
  if (grade !== 'unrated') return figure(GRADE, grade, `${formatScore(score)} of 100`, { tone: TONES[grade] })
  const { observedHours } = uptime['30d']
  const watched = Math.min(RATED_AFTER_HOURS, Math.floor(observedHours))
  const note =
    observedHours === 0 || lastProbe === null ? 'Not watched' : `${watched} of ${RATED_AFTER_HOURS} hours watched`
  return figure(GRADE, 'Not rated yet', note)
}

function uptimeFigure({ health: { uptime } }: FigureFacts): Figure {
  const { ratio, observedHours } = uptime['30d']
  const name = 'Uptime, 30 days'
  if (ratio !== null) return figure(name, formatShare(ratio, 2), '')
  if (observedHours === 0) return figure(name, 'Not watched', '')
  const hours = Math.floor(observedHours)
  return figure(
    name,
    'Too early',
    hours === 0 ? 'less than an hour watched' : `${hours} ${hours === 1 ? 'hour' : 'hours'} watched`,
  )
}

function latencyFigure({ latency: { medianMs, p95Ms } }: FigureFacts): Figure {
  if (medianMs === null) return figure('Answers in', 'Not measured', '')
  return figure('Answers in', `${medianMs} ms`, p95Ms === null ? '' : `95 % within ${p95Ms}`)
}

function accessFigure({ health: { axes, signIn } }: FigureFacts): Figure {
  switch (axes.access) {
    case 'open':
      return figure('Access', 'Open', 'no key')
    case 'auth':
      return figure('Access', 'Sign-in', signIn === null ? '' : 'with OAuth')
    case 'paid':
      return figure('Access', 'Paid', '')
    case 'unknown':
      return figure('Access', 'Not known', '')
  }
}

/** Wording does not count: callers do not notice it. */
function schemaFigure({ health, events, listedSince, change }: FigureFacts): Figure {
  const changed = events.find((event) => event.kind === 'change' && event.tool !== null && event.class !== 'wording')
  if (changed !== undefined)
    return figure('Schema', 'Changed', '{time}', {
      at: changed.at,
      tone: change == null ? null : 'fair',
    })
  if (change != null) return figure('Schema', 'Changed', '{time}', { at: change.at, tone: 'fair' })
  if (health.reasons?.some(({ code }) => code === 'offers_no_tools') === true) return figure('Schema', 'No tools', '')
  if (listedSince === null) return figure('Schema', 'Not read', '')
  return figure('Schema', 'Unchanged', `since ${shortDate(listedSince)}`)
}

const [DAY_END, MINUTE_END] = [10, 16]

/**
 * The five figures of an unsafe server: what to do, since when, where, whether it is over, its rank. `tools`: how many
 * it lists.
 */
export function unsafeFiguresOf(
  { findings }: { findings: readonly { place: string; since: string }[] },
  tools: number,
  lastProbe: Health['lastProbe'],
): Figure[] {
  const since = findings[0]?.since
  const places = [...new Set(findings.map(({ place }) => place))]
  const [place = ''] = places
  return [
    figure('Advice', 'Avoid', tools === 0 ? '' : tools === 1 ? 'its only tool too' : `each of its ${tools} tools`, {
      tone: 'bad',
    }),
    since === undefined
      ? figure('Since', 'Not known', '')
      : figure('Since', shortDate(since), `${since.slice(DAY_END + 1, MINUTE_END)} UTC`),
    figure(
      'Where',
      capitalized(places.length > 1 ? `${placeWord(place)}, …` : placeWord(place)),
      findings.length === 1 ? '1 finding' : `${findings.length} findings`,
    ),
    figure('Taken back?', 'No', lastProbe === null ? '' : 'checked {time}', {
      at: lastProbe?.at ?? null,
    }),
    figure('Rank', 'None', 'while unsafe'),
  ]
}

/** "its instructions" without its first word. */
function placeWord(place: string): string {
  return place.replace(/^(?:its|the) /, '')
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
