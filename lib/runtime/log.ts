import { isDatabaseUnavailable } from '../store/connection/database-unavailable'

/** Writes one line with its time to stderr, and the cause with its stack. Nothing where the cause is an outage of the database, which has lines of its own. */
export function logToStderr(line: string, cause?: unknown): void {
  if (isDatabaseUnavailable(cause)) return
  const details = cause instanceof Error ? `\n${withoutParameters(cause)}${causeOf(cause)}` : ''
  process.stderr.write(`${new Date().toISOString()} ${line}${details}\n`)
}

function causeOf({ cause }: Error): string {
  if (cause === undefined) return ''
  return `\ncaused by ${cause instanceof Error ? withoutParameters(cause) : String(cause)}`
}

/** Stack of an error. A failed statement names its parameters, which are input of a caller or a server and may be personal data: they are left out. */
function withoutParameters({ name, message, stack = `${name}: ${message}` }: Error): string {
  const [statement = ''] = message.split('\nparams: ')
  if (statement === message) return stack
  const frames = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : ''
  return `${name}: ${statement}\nparams: left out${frames}`
}
