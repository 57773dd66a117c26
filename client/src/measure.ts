import { ERROR_CLASSES, type ErrorClass, type OutcomeEvent } from './answers.js'
import { classifyError, type ErrorReading } from './classify-error.js'
import { ticks } from './timing.js'

/** Any function there is. */
export type AnyFunction = (...given: never[]) => unknown

export interface WrapOptions<Wrapped extends AnyFunction> {
  /** Names a failure that the client cannot name; what it leaves undefined is read as usual. Its answer alone is sent. */
  classify?: ((error: unknown) => ErrorClass | undefined) | undefined
  /** Whether a result is a failure after all, as MCP's `isError` is; `true` or a class. Its answer alone is sent. */
  failed?: ((result: Awaited<ReturnType<Wrapped>>) => boolean | ErrorClass | undefined) | undefined
}

/**
 * The same function, measured: same type, name, `this`, results and errors. What it throws goes on as it is. A plain promise is awaited; a result that is
 * promise-like in its own way (a lazy query, a stream) is handed back untouched and not measured.
 */
export function measured<Wrapped extends AnyFunction>(
  toolId: string,
  fn: Wrapped,
  options: WrapOptions<Wrapped>,
  report: (event: OutcomeEvent) => void,
): Wrapped {
  const { classify, failed } = options as WrapOptions<AnyFunction>
  const tell = (began: number, ended: number, errorClass: ErrorReading | null) => {
    if (errorClass === 'cancelled') return
    const event = { toolId, success: errorClass === null, latencyMs: ended - began }
    report(errorClass === null || errorClass === undefined ? event : { ...event, errorClass })
  }
  const tellFailure = (began: number, error: unknown) => {
    const ended = ticks()
    tell(began, ended, guarded(() => knownClass(classify?.(error))) ?? classifyError(error))
  }
  const tellResult = (began: number, result: unknown) => {
    const ended = ticks()
    const failure = failed === undefined ? false : guarded(() => failed(result as never))
    tell(began, ended, failure === undefined || failure === false ? null : knownClass(failure))
  }
  return new Proxy(fn, {
    apply(target, self, given) {
      const began = ticks()
      let result: unknown
      try {
        result = Reflect.apply(target, self, given)
      } catch (error) {
        tellFailure(began, error)
        throw error
      }
      if (isPlainPromise(result)) return followed(result, began, tellResult, tellFailure)
      if (!isOpenEnded(result)) tellResult(began, result)
      return result
    },
  })
}

// A promise of its own, and not a second look at theirs: that would hide an error nobody handles.
async function followed(
  result: Promise<unknown>,
  began: number,
  tellResult: (began: number, result: unknown) => void,
  tellFailure: (began: number, error: unknown) => void,
): Promise<unknown> {
  let value: unknown
  try {
    value = await result
  } catch (error) {
    tellFailure(began, error)
    throw error
  }
  tellResult(began, value)
  return value
}

// By its looks, since those of another realm are no instances of our own Promise. One that carries members of its own would lose them.
function isPlainPromise(value: unknown): value is Promise<unknown> {
  if (Object.prototype.toString.call(value) !== '[object Promise]') return false
  const promise = value as Promise<unknown>
  return guarded(() => promise.constructor.name === 'Promise' && Object.keys(promise).length === 0) ?? false
}

/** Whether what it comes to is still to be seen. Looked at with care: the result is not ours. */
function isOpenEnded(value: unknown): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return guarded(() => 'then' in value || Symbol.asyncIterator in value) ?? true
}

function knownClass(value: unknown): ErrorClass | undefined {
  return ERROR_CLASSES.find((known) => known === value)
}

/** undefined where a function of the caller's throws: measuring never does. */
function guarded<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
