import { ERRORS } from '@/lib/contract/errors'
import { PROBLEM_EXAMPLES } from '@/lib/contract/problem-examples'
import { Copyable } from '../copyable'
import { Disclosure } from '../disclosure'
import { Table } from '../lists/table'

/** An example problem, and every error code with its status and meaning. */
export function ErrorCodesTable() {
  return (
    <>
      <Copyable text={JSON.stringify(PROBLEM_EXAMPLES.unknown_tool, null, 2)} label="Example of a problem" />
      <div className="mt-6">
        <Disclosure summary="All codes">
          <Table
            caption="Error codes"
            columns={[
              {
                header: 'Code',
                rowHeader: true,
                className: 'untrusted',
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
          />
        </Disclosure>
      </div>
    </>
  )
}
