import type { ReactNode } from 'react'
import type { ReferenceOperation } from '@/lib/contract/reference/reference'
import { curl } from '../command'
import { Copyable } from '../copyable'
import { Disclosure } from '../disclosure'
import { InlineCode } from './inline-code'
import { ErrorsTable, HeadersTable, ParametersTable } from './operation-tables'
import { SchemaTable } from './schema-table'
import { TryOut } from './try-out'

interface OperationReferenceProps {
  operation: ReferenceOperation
  baseUrl: string
}

/** Everything about one call: parameters, body, answer, errors. */
export function OperationReference({ operation, baseUrl }: OperationReferenceProps) {
  const { parameters, body, answer } = operation
  return (
    <>
      <Part id="request" title="Request">
        <Copyable text={exampleCall(operation, baseUrl)} label="Example call" />
        <p className="mt-3 text-soft text-sm">{KEY_TEXT[operation.key]}</p>
        <TryOut operation={operation} />
      </Part>
      {parameters.length > 0 && (
        <Part id="parameters" title="Parameters">
          <ParametersTable parameters={parameters} />
        </Part>
      )}
      {body !== null && (
        <Part id="body" title="Body">
          <p className="mb-4 text-pretty">
            <InlineCode text={body.description} />
          </p>
          <SchemaTable caption="Members of the body" rows={body.rows} />
          <div className="mt-5">
            <Copyable text={JSON.stringify(body.example, null, 2)} label="Example body" />
          </div>
        </Part>
      )}
      <Part id="answer" title={`Answer: ${answer.status}${answer.mediaType === null ? '' : ` ${answer.mediaType}`}`}>
        <ResponseReference answer={answer} />
      </Part>
      <Part id="errors" title="Errors">
        <ErrorsTable errors={operation.errors} />
      </Part>
    </>
  )
}

const KEY_TEXT: Readonly<Record<ReferenceOperation['key'], ReactNode>> = {
  required: (
    <>
      It needs a <a href="/docs#keys">key</a>: <code>Authorization: Bearer assay_…</code>
    </>
  ),
  optional: (
    <>
      It needs no key. A <a href="/docs#keys">key</a> raises limits.
    </>
  ),
  none: 'It needs no key, and no limit applies.',
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="border-rule border-t py-7">
      <h2 id={`${id}-title`} className="mb-4 font-semibold text-lg tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A call of it by curl, with the examples of what is required. */
function exampleCall({ method, path, parameters, body, key }: ReferenceOperation, baseUrl: string): string {
  const address = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((given, { name, example }) => given.replace(`{${name}}`, example), path)
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.isRequired)
    .map(({ name, example }) => `${name}=${encodeURIComponent(example)}`)
    .join('&')
  const sent =
    body === null ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body.example ?? {})}'`]
  return curl(
    `${baseUrl}${address}${query === '' ? '' : `?${query}`}`,
    ...(method === 'GET' || body !== null ? [] : [`-X ${method}`]),
    ...(key === 'required' ? ["-H 'Authorization: Bearer assay_…'"] : []),
    ...sent,
  )
}

function ResponseReference({
  answer: { rows, examples, headers, mediaType },
}: {
  answer: ReferenceOperation['answer']
}) {
  return (
    <div className="flex flex-col gap-5">
      {mediaType === null && <p>It has no body.</p>}
      {examples.map(({ name, value }) => (
        <div key={name}>
          <h3 className="mb-2 font-medium text-sm">{name}</h3>
          <div className="[&_.code-block]:max-h-96">
            <Copyable
              text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
              label={`Answer: ${name}`}
            />
          </div>
        </div>
      ))}
      {rows.length > 0 && <SchemaTable caption="Members of the answer" rows={rows} />}
      <Disclosure summary="Headers of the answer">
        <HeadersTable headers={headers} />
      </Disclosure>
    </div>
  )
}
