import { readFileSync, writeFileSync } from 'node:fs'
import { HistoryAnswer } from '../lib/contract/history'
import { LookupAnswer } from '../lib/contract/lookup'
import { collectSchemas, type Json, type SchemaCollector } from '../lib/contract/openapi/schemas'
import { OPERATIONS } from '../lib/contract/operations'
import { IngestAnswer, OutcomeEvent } from '../lib/contract/operations/reporting-operations'
import { Report } from '../lib/contract/report/report'
import { Health } from '../lib/contract/shapes/health'
import { CallHints, Chosen, Fallback, RouteAnswer } from '../lib/contract/shapes/route'
import { ScoreAnswer } from '../lib/contract/shapes/score'
import { BreakagesAnswer } from '../lib/incidents/contract/breakages'
import { LogObservations, LogProof, LogSummary } from '../lib/tlog/contract/log'
import { LockAnswer } from '../lib/tool-lock/contract/lock'
import { runCommand, takeNoArguments } from './command.mjs'

const USAGE = 'npm run answer-types   writes the types of answers into the packages, from the contract'

/** Of the accuracy what is in the log, too: an audit reads nothing else. */
const { accuracy } = Report.shape
const LoggedAccuracy = accuracy.omit({ policy: true }).describe(accuracy.description ?? '')

type Shape = Parameters<SchemaCollector['describe']>[0]

/** The files of types by their paths, each with the shapes that its package reads, or sends. */
const FILES: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  'packages/verify/src/answers.ts': {
    DeclarationsAnswer: OPERATIONS.declarations.output,
    ...{ BreakagesAnswer, Health, HistoryAnswer, IncidentsAnswer: OPERATIONS.incidents.output, LockAnswer },
    ...{ LogObservations, LogProof, LogSummary, LookupAnswer, ScoreAnswer },
    // What the client reads and sends.
    ...{ CallHints, Chosen, Fallback, RouteAnswer, IngestAnswer, OutcomeEvent },
    ReportAccuracy: Report.pick({ asOf: true }).extend({ accuracy: LoggedAccuracy }),
  },
}

const WIDTH = 120

/** The text of every file, by its path. */
export function answerFiles(): Record<string, string> {
  return Object.fromEntries(Object.entries(FILES).map(([path, shapes]) => [path, textOf(shapes)]))
}

function textOf(shapes: Readonly<Record<string, Shape>>): string {
  const { describe, components } = collectSchemas()
  const described = Object.entries(shapes).map(([name, shape]) => [name, describe(shape, 'output')] as const)
  const roots = described.filter(([, schema]) => schema.$ref === undefined)
  const names = new Map(roots.map(([name, schema]) => [keyOf(schema), name]))
  const types = [...roots, ...Object.entries(components)].sort(([a], [b]) => (a < b ? -1 : 1))
  const declared = types.map(([name, schema]) => `${commentOf(schema, '')}export ${declarationOf(name, schema, names)}`)
  return `${['// Written by `npm run answer-types` from the contract of the service.', ...declared].join('\n\n')}\n`
}

/** Names of shapes that have no id in the contract, by their schemas. */
type Names = ReadonlyMap<string, string>
const keyOf = ({ description: _, ...schema }: Json) => JSON.stringify(schema)

function declarationOf(name: string, schema: Json, names: Names): string {
  return schema.properties === undefined
    ? `type ${name} = ${typeOf(schema, '', names)}`
    : `interface ${name} ${membersOf(schema, '', names)}`
}

/** The TypeScript of a JSON Schema as zod writes it. */
function typeOf(schema: Json, indent: string, names: Names): string {
  const typed = (one: Json) => typeOf(one, indent, names)
  const { $ref, const: only, enum: values, anyOf, type, items, properties, additionalProperties: others } = schema
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? ''
  if (only !== undefined) return literal(only)
  if (Array.isArray(values)) return values.map(literal).join(' | ')
  if (Array.isArray(anyOf)) return anyOf.map(typed).join(' | ')
  if (Array.isArray(type)) return type.map((one: unknown) => typed({ ...schema, type: one })).join(' | ')
  if (type === 'array') return listOf(typed((items ?? {}) as Json))
  if (properties !== undefined) return names.get(keyOf(schema)) ?? membersOf(schema, indent, names)
  if (type === 'object') return `Record<string, ${typeof others === 'object' ? typed(others as Json) : 'unknown'}>`
  if (type === undefined) return 'unknown'
  return type === 'integer' ? 'number' : String(type)
}

function membersOf({ properties, required }: Json, indent: string, names: Names): string {
  const needed = new Set(required as string[] | undefined)
  const inner = `${indent}  `
  const members = Object.entries(properties as Record<string, Json>).map(([name, schema]) => {
    const written = /^[A-Za-z_]\w*$/.test(name) ? name : literal(name)
    const type = typeOf(schema, inner, names)
    return `${commentOf(schema, inner)}${inner}${written}${needed.has(name) ? `: ${type}` : `?: ${type} | undefined`}`
  })
  return `{\n${members.join('\n')}\n${indent}}`
}

const listOf = (type: string) => (/ \| /.test(type) && !type.startsWith('{') ? `(${type})[]` : `${type}[]`)
const literal = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value))

/** The description as a comment; empty: there is none. */
function commentOf({ description }: Json, indent: string): string {
  if (typeof description !== 'string') return ''
  const text = description.replaceAll('*/', '*\\/')
  if (indent.length + text.length + 7 <= WIDTH) return `${indent}/** ${text} */\n`
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || indent.length + last.length + word.length + 4 > WIDTH) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}

await runCommand(import.meta.url, { usage: USAGE }, (args) => {
  takeNoArguments(args)
  for (const [path, text] of Object.entries(answerFiles())) {
    if (readFileSync(path, 'utf8') === text) continue
    writeFileSync(path, text)
    console.log(`wrote ${path}`)
  }
})
