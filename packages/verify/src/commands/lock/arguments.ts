import { parseArgs } from 'node:util'
import { WrongUse } from '../../command.mjs'
import { DEFAULT_LOCK_CLASSES, LOCK_CLASS_NAMES, type LockClassName, lockClassesIn } from '../../lock/lock-classes.ts'
import { visibleLine } from '../../text/visible-text.ts'

export const LOCK_USAGE = `assay-verify lock add FILE --url URL ID…        pin what these servers declare now
assay-verify lock update FILE [ID…] [--url URL]   pin what all, or these, servers of the file declare now
assay-verify lock check FILE [--url URL]          compare: 0 unchanged, 1 differences, 2 could not be checked
    [--classes ${LOCK_CLASS_NAMES.join(',')}]
    [--format text|sarif|github] [--output REPORT] [--proofs LOG_KEY]
assay-verify lock convert FILE --from mcp-lock --url URL --output FILE
assay-verify lock convert FILE --to mcp-lock --output FILE
--key-file FILE: a file with a key of the service, for higher limits. --within SECONDS: end after so long, by default 600.`

const ACTIONS = ['add', 'check', 'update', 'convert'] as const
const FORMATS = ['text', 'sarif', 'github'] as const

export interface LockArguments {
  action: (typeof ACTIONS)[number]
  path: string
  ids: string[]
  url: string | null
  classes: ReadonlySet<LockClassName>
  format: (typeof FORMATS)[number]
  /** The format that `convert` reads, or writes, besides lock files. */
  foreign: { name: 'mcp-lock'; direction: 'from' | 'to' } | null
  /** The file for a report or a converted file; null: standard output. */
  output: string | null
  /** File with a key of the service; null: none. */
  keyFile: string | null
  /** For all answers of the service together. */
  withinMs: number
  /** Verifier key of the log whose proofs are checked; null: none are. */
  logKey: string | null
}

/** What the command line names cannot be used. The message is for people and safe to print. */
export class CannotLock extends Error {
  override readonly name = 'CannotLock'

  constructor(message: string, options?: ErrorOptions) {
    super(visibleLine(message, 600), options)
  }
}

export function lockArguments(args: readonly string[]): LockArguments {
  const text = { type: 'string' } as const
  const options = {
    url: text,
    classes: text,
    format: text,
    from: text,
    to: text,
    output: text,
    proofs: text,
    'key-file': text,
    within: text,
  }
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const [word, path, ...ids] = positionals
  const action = ACTIONS.find((name) => name === word)
  if (action === undefined) throw new WrongUse(`The first word is one of ${ACTIONS.join(', ')}.`)
  if (path === undefined) throw new WrongUse('A file is needed.')
  if (action === 'add' && ids.length === 0) throw new WrongUse('Ids of servers are needed.')
  if (action === 'check' && ids.length > 0) throw new WrongUse('check compares the whole file.')
  const format = FORMATS.find((name) => name === (values.format ?? 'text'))
  if (format === undefined) throw new WrongUse(`--format is one of ${FORMATS.join(', ')}.`)
  const classes = values.classes === undefined ? DEFAULT_LOCK_CLASSES : lockClassesIn(values.classes)
  if ('unknown' in classes) throw new WrongUse(`--classes takes ${LOCK_CLASS_NAMES.join(', ')}, with commas between.`)
  const { url = null, from, to, output = null, proofs = null, within = '600' } = values
  if (!/^\d{1,6}$/.test(within)) throw new WrongUse('--within is a whole number of seconds.')
  const foreign = action === 'convert' ? foreignFormat(from, to) : null
  if (action === 'convert' && output === null) throw new WrongUse('convert needs --output FILE.')
  return {
    action,
    path,
    ids,
    url,
    classes,
    format,
    foreign,
    output,
    keyFile: values['key-file'] ?? null,
    withinMs: Number(within) * 1000,
    logKey: proofs,
  }
}

function foreignFormat(from: string | undefined, to: string | undefined): LockArguments['foreign'] {
  if (from === 'mcp-lock' && to === undefined) return { name: from, direction: 'from' }
  if (to === 'mcp-lock' && from === undefined) return { name: to, direction: 'to' }
  throw new WrongUse('convert takes --from mcp-lock or --to mcp-lock.')
}
