import { ERRORS } from '@/lib/contract/errors'
import { PROBLEM_EXAMPLES } from '@/lib/contract/problem-examples'
import { Code } from '../command'
import { Table } from '../lists/table'

/** Every code, its status and what it means, and a problem as it looks. */
export function ErrorsTable() {
  return (
    <>
      <Code text={JSON.stringify(PROBLEM_EXAMPLES.unknown_tool, null, 2)} label="A problem" />
      <Table
        caption="Codes of errors"
        columns={[
          {
            header: 'Code',
            rowHeader: true,
            className: 'foreign',
            cell: ([code, { title }]) => (
              <>
                <a href={`/problems#${code}`} className="font-mono text-sm">
                  {code}
                </a>
                <p className="mt-0.5 text-soft text-sm">{title}.</p>
              </>
            ),
          },
          { header: 'Status', figure: true, cell: ([, { status }]) => status },
        ]}
        rows={Object.entries(ERRORS)}
        rowKey={([code]) => code}
        className="mt-8"
      />
    </>
  )
}
