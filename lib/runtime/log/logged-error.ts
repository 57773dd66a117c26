/** An error as a log line has it. What callers and servers wrote is left out of it, as far as it can be recognized. */
export interface LoggedError {
  type: string
  message: string
  /** With type and message, as Node writes it. */
  stack: string
  /** Of Node or of the database (SQLSTATE). */
  code?: string
  cause?: LoggedError
}

/** Causes further down are left out. */
const MOST_CAUSES = 5

export function describeError(error: unknown, depth = 1): LoggedError {
  if (!(error instanceof Error)) {
    const message = withoutSecrets(String(error))
    return { type: typeof error, message, stack: message }
  }
  const { name, code } = error as Error & { code?: unknown }
  const { message, stack } = textOf(error)
  return {
    type: name,
    message: withoutSecrets(message),
    stack: withoutSecrets(stack),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined || depth === MOST_CAUSES ? {} : { cause: describeError(error.cause, depth + 1) }),
  }
}

/** The stacks of an error and of its causes, for people. */
export function stacksOf({ stack, cause }: LoggedError): string {
  return cause === undefined ? stack : `${stack}\ncaused by ${stacksOf(cause)}`
}

/**
 * Message and stack without the values of a statement, which are input of a caller or a server and may be personal
 * data.
 */
function textOf(error: Error): { message: string; stack: string } {
  const { name, message, stack = `${name}: ${message}` } = error
  const kept = withoutValues(error)
  if (kept === message) return { message, stack }
  const frames = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : ''
  return { message: kept, stack: `${name}: ${kept}${frames}` }
}

function withoutValues({ message, code }: Error & { code?: unknown }): string {
  const [statement = ''] = message.split('\nparams: ')
  if (statement !== message) return `${statement}\nparams: left out`
  // Data exceptions and violated constraints: the database repeats the value, as in
  // `invalid input syntax for type integer: "abc"`.
  const isOfData = typeof code === 'string' && /^2[23][0-9A-Z]{3}$/.test(code)
  return isOfData ? message.replace(/: ?".*/s, ': left out') : message
}

/** Keys of this service, bearer secrets, credentials in addresses, and e-mail addresses. */
const SECRETS: readonly [RegExp, string][] = [
  [/\bassay_[A-Za-z0-9]{8,}/g, 'assay_…'],
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, '$1 …'],
  [/\/\/[^\s/@]+@/g, '//…@'],
  [/[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/g, '…@…'],
]

function withoutSecrets(text: string): string {
  return SECRETS.reduce((kept, [secret, sign]) => kept.replace(secret, sign), text)
}
