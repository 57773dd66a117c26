import { ERRORS, type ErrorCode, type Problem } from './errors'
import problems from './examples/problems.json' with { type: 'json' }

type Particular = Pick<Problem, 'detail' | 'instance'> & Partial<Pick<Problem, 'errors' | 'nearest' | 'event' | 'rule'>>

/** Typed as `openapi.test.ts` finds them: each is a problem with what its code adds. */
const PARTICULARS = problems as Readonly<Record<ErrorCode, unknown>> as Readonly<Record<ErrorCode, Particular>>

/** An example problem of every code. */
export const PROBLEM_EXAMPLES = Object.fromEntries(
  (Object.keys(ERRORS) as ErrorCode[]).map((code): [ErrorCode, Problem] => [
    code,
    { type: `/problems#${code}`, ...ERRORS[code], code, ...PARTICULARS[code] },
  ]),
) as Record<ErrorCode, Problem>
