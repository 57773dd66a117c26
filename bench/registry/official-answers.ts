import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'

/**
 * The published schema of a server; and around it `ServerResponse` and `ServerList` of the official OpenAPI document
 * (2025-12-01 and its additions of 2026).
 */
const SCHEMAS = ['server.schema.json', 'answers.schema.json'].map((name) => new URL(name, import.meta.url))

/** Validators of answers of a registry, by the schema that the official registry publishes. */
export function officialValidators(): Record<'list' | 'response', ValidateFunction> {
  // The schema has OpenAPI's `example`, which is no keyword.
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  for (const file of SCHEMAS) ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')))
  const named = (name: string) => {
    const found = ajv.getSchema(`https://bench.example/answers#/definitions/${name}`)
    if (found === undefined) throw new Error(`no schema ${name}`)
    return found
  }
  return { list: named('ServerList'), response: named('ServerResponse') }
}
