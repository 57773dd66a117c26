import type { Sign } from '../status'
import type { StatusSummary } from './status-summary'

interface AnsweredStatus {
  /** "GitHub’s MCP server" */
  subject: string
  summary: StatusSummary
  /** Time of the last check; null: there was none. */
  checkedAt: string | null
  asksForPayment: boolean
}

/** The answer to “is it down?”. `{time}` in it is `at`; `detail`: what the headline leaves out. */
export function statusAnswer(facts: AnsweredStatus): { text: string; at: string | null; detail: string | null } {
  const { summary, checkedAt } = facts
  const text = ANSWER_OF[summary.sign](facts)
  return { text, at: checkedAt, detail: NEEDS_DETAIL.has(summary.sign) ? `${summary.headline}.` : null }
}

const ANSWER_OF: Record<Sign, (facts: AnsweredStatus) => string> = {
  healthy: (facts) => `No. ${facts.subject} ${answered(facts)}`,
  auth: (facts) =>
    `No. ${facts.subject} ${answered(facts)} and asks for ${facts.asksForPayment ? 'payment' : 'sign-in'}`,
  degraded: ({ subject }) => `No, but ${subject} does not work as it should`,
  down: ({ subject }) => `Yes. ${subject} is down`,
  unknown: ({ subject }) => `We cannot say whether ${subject} is down`,
  unsafe: ({ subject }) => `${subject} is unsafe: do not connect`,
}

const NEEDS_DETAIL: ReadonlySet<Sign> = new Set(['degraded', 'down', 'unknown'])

function answered({ checkedAt }: AnsweredStatus): string {
  return checkedAt === null ? 'answers' : 'answered {time}'
}

const ASKED_AS = {
  name: (name: string) => `the product “${name}”`,
  status: (name: string) => `is the product “${name}” down?`,
  install: (name: string) => `how is the product “${name}” installed?`,
  alternatives: (name: string) => `what can stand in for the product “${name}”?`,
} as const

/** How a text was understood. */
export function readAs({ intent, name }: { intent: keyof typeof ASKED_AS; name: string }): string {
  return ASKED_AS[intent](name)
}

/** A name as a sentence begins with it: one that was typed in small letters with a capital. */
export function capitalized(name: string): string {
  const [first = ''] = name
  return first.toUpperCase() + name.slice(first.length)
}
