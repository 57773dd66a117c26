import type { ReferenceOperation, ReferenceParameter } from '@/lib/contract/reference/reference'
import { Table } from '../lists/table'
import { InlineCode } from './inline-code'

/** Parameters of a call, with their place. */
export function ParametersTable({ parameters }: { parameters: readonly ReferenceParameter[] }) {
  return (
    <Table
      caption="Parameters"
      columns={[
        {
          header: 'Name',
          rowHeader: true,
          cell: ({ name, in: place, isRequired }) => (
            <>
              <code className="whitespace-nowrap font-mono text-sm">{name}</code>
              <span className="block text-soft text-xs">
                {place}
                {isRequired && ', required'}
              </span>
            </>
          ),
        },
        {
          header: 'Meaning',
          wide: true,
          className: 'text-pretty text-sm',
          cell: ({ description, type, example }) => (
            <>
              <p>
                <InlineCode text={description} />
              </p>
              <p className="untrusted mt-1 text-soft">
                {type}
                {example !== '' && (
                  <>
                    . Example: <code className="font-mono text-[0.8125rem]">{example}</code>
                  </>
                )}
              </p>
            </>
          ),
        },
      ]}
      rows={parameters}
      rowKey={({ in: place, name }) => `${place} ${name}`}
      phone="stacked"
    />
  )
}

/** Headers of an answer. */
export function HeadersTable({ headers }: { headers: ReferenceOperation['answer']['headers'] }) {
  return (
    <Table
      caption="Headers of the answer"
      columns={[
        {
          header: 'Header',
          rowHeader: true,
          cell: ({ name }) => <code className="whitespace-nowrap font-mono text-sm">{name}</code>,
        },
        {
          header: 'Meaning',
          wide: true,
          className: 'text-sm',
          cell: ({ description, example }) => (
            <>
              <InlineCode text={description} />{' '}
              <code className="untrusted font-mono text-[0.8125rem] text-soft">{example}</code>
            </>
          ),
        },
      ]}
      rows={headers}
      rowKey={({ name }) => name}
      phone="stacked"
    />
  )
}

/** Codes that a call may be refused with. */
export function ErrorsTable({ errors }: { errors: ReferenceOperation['errors'] }) {
  return (
    <Table
      caption="Errors of this call"
      columns={[
        {
          header: 'Code',
          rowHeader: true,
          className: 'untrusted',
          cell: ({ code }) => (
            <a href={`/problems#${code}`} className="font-mono text-sm">
              {code}
            </a>
          ),
        },
        { header: 'Status', number: true, className: 'text-sm', cell: ({ status }) => status },
        { header: 'Meaning', wide: true, className: 'text-sm', cell: ({ title }) => `${title}.` },
      ]}
      rows={errors}
      rowKey={({ code }) => code}
      phone="stacked"
    />
  )
}
