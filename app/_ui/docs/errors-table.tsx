import { ERRORS } from '@/lib/contract/errors'
import { PROBLEM_EXAMPLES } from '@/lib/contract/problem-examples'
import { Code } from '../command'

/** Every code, its status and what it means, and a problem as it looks. */
export function ErrorsTable() {
  return (
    <>
      <Code text={JSON.stringify(PROBLEM_EXAMPLES.unknown_tool, null, 2)} label="A problem" />
      <table className="ledger mt-8">
        <caption className="sr-only">Codes of errors</caption>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col" className="figure">
              Status
            </th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(ERRORS).map(([code, { status, title }]) => (
            <tr key={code}>
              <th scope="row" className="foreign">
                <a href={`/problems#${code}`} className="font-mono text-sm">
                  {code}
                </a>
                <p className="mt-0.5 text-soft text-sm">{title}.</p>
              </th>
              <td className="figure">{status}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
