import type { ReactNode } from 'react'
import type { ReferenceOperation, ReferenceParameter } from '@/lib/contract/reference/reference'

/**
 * A form that sends the call to this service and shows the answer; shown where a script runs
 * (app/_browser/try-request.ts).
 */
export function TryOut({ operation }: { operation: ReferenceOperation }) {
  const { name, method, path, parameters, body, key } = operation
  return (
    <try-request data-method={method} data-path={path} class="mt-5 block">
      <details className="card" hidden>
        <summary className="font-medium">Try it</summary>
        <form className="mt-4 flex flex-col gap-4" autoComplete="off">
          {parameters.map((parameter) => (
            <ParameterField key={`${parameter.in} ${parameter.name}`} of={name} parameter={parameter} />
          ))}
          {body !== null && (
            <Field id={`${name}-body`} label="Body" note="JSON">
              <textarea
                id={`${name}-body`}
                name="body"
                rows={8}
                spellCheck={false}
                defaultValue={JSON.stringify(body.example, null, 2)}
                className={`${INPUT} font-mono text-[0.8125rem]`}
              />
            </Field>
          )}
          {key !== 'none' && (
            <Field id={`${name}-key`} label="Key" note={key === 'required' ? 'required' : 'not needed'}>
              <input id={`${name}-key`} name="key" type="password" className={INPUT} autoComplete="off" />
            </Field>
          )}
          <div>
            <button type="submit" className="button button-strong">
              Send {method}
            </button>
          </div>
        </form>
        <TriedResponse />
      </details>
    </try-request>
  )
}

const INPUT = 'w-full rounded-lg border border-edge bg-card px-3 py-2 text-[0.9375rem] placeholder:text-soft'

function ParameterField({ of, parameter }: { of: string; parameter: ReferenceParameter }) {
  const { name, in: place, isRequired, example } = parameter
  const id = `${of}-${place}-${name}`
  return (
    <Field id={id} label={name} note={isRequired ? 'required' : place}>
      <input
        id={id}
        name={`${place}:${name}`}
        required={isRequired}
        defaultValue={isRequired ? example : ''}
        placeholder={isRequired ? '' : example}
        className={INPUT}
      />
    </Field>
  )
}

function Field({ id, label, note, children }: { id: string; label: string; note: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm">
        <code className="font-mono">{label}</code> <span className="text-soft">{note}</span>
      </label>
      {children}
    </div>
  )
}

/** Filled by the script. */
function TriedResponse() {
  return (
    <div data-answer="" hidden className="mt-5 border-rule border-t pt-4">
      <p role="status" data-part="status" className="untrusted mb-3 font-mono text-sm" />
      <ResponseBlock part="headers" label="Headers of the answer" />
      <ResponseBlock part="body" label="Body of the answer" />
    </div>
  )
}

function ResponseBlock({ part, label }: { part: string; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      data-block=""
      className="code-block mt-3 max-h-[32rem]"
    >
      <pre className="w-max min-w-full font-mono">
        <code data-part={part} />
      </pre>
    </section>
  )
}
