import { expect, test } from 'vitest'
import type { OperationContract } from '../operation'
import { OPERATIONS } from '../operations'
import { findReferenceOperation, listReferenceOperations } from './reference'

const contracts: [string, OperationContract][] = Object.entries(OPERATIONS)

test('every operation is in the reference once', () => {
  const names = listReferenceOperations().map(({ name }) => name)
  expect([...names].sort()).toEqual(Object.keys(OPERATIONS).sort())
  expect(findReferenceOperation('nonsense')).toBeUndefined()
})

test.each(contracts)('%s has its parameters, body, answer and errors', (name, contract) => {
  const found = findReferenceOperation(name)
  expect(found).toMatchObject({ method: contract.method, path: contract.path, summary: contract.summary })
  const inPath = found?.parameters.filter((parameter) => parameter.in === 'path') ?? []
  expect(inPath.map((parameter) => parameter.name)).toEqual([...contract.pathParameters])
  for (const parameter of found?.parameters ?? []) {
    expect(parameter.type, parameter.name).not.toBe('')
    expect(parameter.description, parameter.name).not.toBe('')
  }
  expect(found?.body === null).toBe(contract.body === undefined)
  expect(found?.answer.status).toBe(contract.status ?? 200)
  expect(found?.errors.length).toBeGreaterThan(3)
  if (contract.status !== 204) expect(found?.answer.examples.length).toBeGreaterThan(0)
})

test('an answer says what its members are, however deep', () => {
  const rows = findReferenceOperation('health')?.answer.rows ?? []
  expect(rows).toContainEqual(expect.objectContaining({ depth: 0, name: 'verdict', isRequired: true }))
  expect(rows.some(({ depth, name }) => depth === 2 && name === 'hours')).toBe(true)
})
