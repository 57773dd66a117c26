import type { z } from 'zod'
import { ApiError } from '../contract/errors'
import { invalidInput, parameterFaults, repeatedParameter } from '../contract/faults/input-faults'
import { type OperationContract, pathPattern } from '../contract/operation'
import { decodePath } from './request-target'

/** What follows the path's parameter, as `.svg`. */
export function endingOf({ path }: OperationContract): string {
  return path.slice(path.indexOf('}') + 1 || path.length)
}

/**
 * The parameters of a request from its path and its query, as the contract reads them. Throws `ApiError` with every
 * fault.
 */
export function parseInput(contract: OperationContract, path: string, query: string): Record<string, unknown> {
  const given: Record<string, string | string[]> = query === '' ? {} : queryOf(query, contract)
  for (const parameter of contract.pathParameters) {
    if (Object.hasOwn(given, parameter))
      throw invalidInput('unknown_parameter', [
        { in: 'query', name: parameter, detail: `"${parameter}" belongs in the path.` },
      ])
  }
  Object.assign(given, pathValues(contract, path))
  const parsed = contract.input.safeParse(given)
  if (parsed.success) return parsed.data as Record<string, unknown>
  throw parameterError(contract, given, parsed.error.issues)
}

/** What a raw path has for the parameters of a contract's path, decoded once. */
function pathValues(contract: OperationContract, path: string): Record<string, string> {
  const { pathParameters } = contract
  const [only] = pathParameters
  if (only === undefined) return {}
  if (pathParameters.length === 1) {
    const end = path.length - endingOf(contract).length
    return { [only]: decodePath(path.slice(contract.path.indexOf('{'), end)) }
  }
  const found = pathPattern(contract).exec(path)
  if (found === null) throw new ApiError('unknown_path', 'Nothing is served at this path.')
  return Object.fromEntries(pathParameters.map((name, index) => [name, decodePath(found[index + 1] ?? '')]))
}

function queryOf(query: string, { input, repeatable = [] }: OperationContract): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = Object.create(null)
  const times = new Map<string, number>()
  for (const [name, value] of new URLSearchParams(query)) {
    const before = given[name]
    times.set(name, (times.get(name) ?? 0) + 1)
    if (Array.isArray(before)) before.push(value)
    else given[name] = repeatable.includes(name) ? [value] : value
  }
  const known = (input as z.ZodObject).shape
  const repeated = [...times].filter(
    ([name, count]) => count > 1 && Object.hasOwn(known, name) && !repeatable.includes(name),
  )
  if (repeated.length === 0) return given
  throw invalidInput(
    'invalid_parameter',
    repeated.map(([name, count]) => repeatedParameter(name, count)),
  )
}

/** The error for parameters that do not parse, for whoever made them of something else than a query, too. */
export function parameterError(
  contract: OperationContract,
  given: Readonly<Record<string, unknown>>,
  issues: readonly z.core.$ZodIssue[],
): ApiError {
  const faults = parameterFaults(issues, contract.input, { given, pathParameters: contract.pathParameters })
  const isUnknown = issues.some(({ code }) => code === 'unrecognized_keys')
  const isId = faults[0]?.name === 'toolId'
  return invalidInput(isUnknown ? 'unknown_parameter' : isId ? 'invalid_id' : 'invalid_parameter', faults)
}
