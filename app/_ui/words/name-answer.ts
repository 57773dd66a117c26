import type { Sign } from '../status'

interface AnsweredStatus {
  /** "GitHub’s MCP server" */
  subject: string
  sign: Sign
  /** When it last answered or, `isStarted`, its package was started; null: not known. */
  answeredAt: string | null
  isStarted: boolean
  asksForPayment: boolean
}

/** The answer to “is it down?”; `{time}` in it is `answeredAt`. */
export function statusAnswer(facts: AnsweredStatus): string {
  return ANSWER_OF[facts.sign](facts)
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

function answered({ answeredAt, isStarted }: AnsweredStatus): string {
  if (answeredAt === null) return isStarted ? 'starts' : 'answers'
  return isStarted ? 'started {time}' : 'answered {time}'
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
