import type { JSONRPCMessage } from '@modelcontextprotocol/client'

const JSON_RPC = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error'])

/**
 * What was read, if it has the form of a message of JSON-RPC; null: it has not. The schemas of the SDK take a tenth
 * of a millisecond for it.
 */
export function asMessage(value: unknown): JSONRPCMessage | null {
  if (!isObject(value) || value.jsonrpc !== '2.0') return null
  if (value.id !== undefined && typeof value.id !== 'string' && !Number.isSafeInteger(value.id)) return null
  if (Object.keys(value).some((member) => !JSON_RPC.has(member))) return null
  return isAsking(value) || isAnswer(value) ? (value as unknown as JSONRPCMessage) : null
}

type Members = Record<string, unknown>

function isAsking(value: Members): boolean {
  const { method, params } = value
  if ('result' in value || 'error' in value) return false
  return typeof method === 'string' && (params === undefined || isObject(params))
}

function isAnswer(value: Members): boolean {
  const { id, result, error } = value
  if ('method' in value || 'params' in value) return false
  if (error === undefined) return id !== undefined && isObject(result)
  return (
    isObject(error) && !('result' in value) && Number.isSafeInteger(error.code) && typeof error.message === 'string'
  )
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
