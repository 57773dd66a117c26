import { ERROR_CLASSES, type ErrorClass, type OutcomeEvent } from './answer-forms.ts'
import { classifyError, type ErrorReading } from './classify-error.ts'
import { ticks } from './timing.ts'

/** Any function. */
export type AnyFunction = (...given: never[]) => unknown

export interface WrapOptions<Wrapped extends AnyFunction> {
  /** The class of an error; undefined: let the client classify it. Only the class is sent. */
  classify?: ((error: unknown) => ErrorClass | undefined) | undefined
  /** Whether a result is a failure, as with MCP's `isError`: `true`, or its class. Only that is sent. */
  failed?: ((result: Awaited<ReturnType<Wrapped>>) => boolean | ErrorClass | undefined) | undefined
}

/**
 * The same function, measured: type, name, `this`, results and errors stay the same. A plain promise is awaited; any
 * other thenable (a lazy query, a stream) is returned untouched and not measured.
 */
export function measured<Wrapped extends AnyFunction>(
  toolId: string,
  fn: Wrapped,
  options: WrapOptions<Wrapped>,
  report: (event: OutcomeEvent) => void,
): Wrapped {
  const { classify, failed } = options as WrapOptions<AnyFunction>
  const reportCall = (began: number, ended: number, errorClass: ErrorReading | null) => {
    if (errorClass === 'cancelled') return
    const event = { toolId, success: errorClass === null, latencyMs: ended - began }
    report(errorClass === null || errorClass === undefined ? event : { ...event, errorClass })
  }
  const reportFailure = (began: number, error: unknown) => {
    const ended = ticks()
    reportCall(began, ended, guarded(() => knownClass(classify?.(error))) ?? classifyError(error))
  }
  const reportResult = (began: number, result: unknown) => {
    const ended = ticks()
    const failure = failed === undefined ? false : guarded(() => failed(result as never))
    reportCall(began, ended, failure === undefined || failure === false ? null : knownClass(failure))
  }
  return new Proxy(fn, {
    apply(target, self, given) {
      const began = ticks()
      let result: unknown
      try {
        result = Reflect.apply(target, self, given)
      } catch (error) {
        reportFailure(began, error)
        throw error
      }
      if (isPlainPromise(result)) return followed(result, began, reportResult, reportFailure)
      if (!isOpenEnded(result)) reportResult(began, result)
      return result
    },
  })
}

// Returns a new promise: handling the original beside the caller would hide an unhandled rejection.
async function followed(
  result: Promise<unknown>,
  began: number,
  reportResult: (began: number, result: unknown) => void,
  reportFailure: (began: number, error: unknown) => void,
): Promise<unknown> {
  let value: unknown
  try {
    value = await result
  } catch (error) {
    reportFailure(began, error)
    throw error
  }
  reportResult(began, value)
  return value
}

// Not by `instanceof`, as promises of another realm are not instances of this Promise. One with members of its own
// would lose them.
function isPlainPromise(value: unknown): value is Promise<unknown> {
  if (Object.prototype.toString.call(value) !== '[object Promise]') return false
  const promise = value as Promise<unknown>
  return guarded(() => promise.constructor.name === 'Promise' && Object.keys(promise).length === 0) ?? false
}

/**
 * Whether the result is still open, as with thenables and async iterables. The result may be any object, so reading it
 * may throw.
 */
function isOpenEnded(value: unknown): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return guarded(() => 'then' in value || Symbol.asyncIterator in value) ?? true
}

function knownClass(value: unknown): ErrorClass | undefined {
  return ERROR_CLASSES.find((known) => known === value)
}

/** undefined where `work` throws, as measuring must not. */
function guarded<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
