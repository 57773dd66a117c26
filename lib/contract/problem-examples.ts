import { ERRORS, type ErrorCode, type Problem } from './errors'
import problems from './examples/problems.json' with { type: 'json' }

type Particular = Pick<Problem, 'detail' | 'instance'> & Partial<Pick<Problem, 'errors' | 'nearest' | 'event' | 'rule'>>

/** Of each code; `openapi.test.ts` finds each a problem. */
const OF_CODES: Readonly<Record<ErrorCode, object>> = problems
const PARTICULARS = OF_CODES as Readonly<Record<ErrorCode, Particular>>

/** An example problem of every code. */
export const PROBLEM_EXAMPLES = Object.fromEntries(
  (Object.keys(ERRORS) as ErrorCode[]).map((code): [ErrorCode, Problem] => [
    code,
    { type: `/problems#${code}`, ...ERRORS[code], code, ...PARTICULARS[code] },
  ]),
) as Record<ErrorCode, Problem>
