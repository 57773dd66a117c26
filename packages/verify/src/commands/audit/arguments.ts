import { parseArgs } from 'node:util'
import { parseVerifierKey, type VerifierKey } from 'assay-tlog/note/verifier-key'
import { WrongUse } from '../../command.mjs'
import { visibleLine } from '../../text/visible-text.ts'

export const AUDIT_USAGE = `assay-verify audit URL [options]
  --state FILE       remembers the newest checkpoint, and compares the log with the one it remembered
  --key VKEY         the key of the log, as its operator publishes it; may be repeated
  --witness URL      a witness whose checkpoint is compared; may be repeated
  --witness-key VKEY the key of a witness; may be repeated
  --documents all|sample   recompute every attested score (the default), or a thousand of them
  --servers N        compare the shown history and score of N servers, by default 500; 0: of none
  --settle SECONDS   wait so long for the log to have what was shown, by default 75
  --within SECONDS   end after so long, by default 7200, whatever the service does
  --key-file FILE    a file with a key of the service, for higher limits`

export interface AuditArguments {
  url: string
  statePath: string | null
  keys: VerifierKey[]
  witnesses: string[]
  witnessKeys: VerifierKey[]
  documents: 'all' | 'sample'
  servers: number
  settleSeconds: number
  withinSeconds: number
  keyFile: string | null
}

/** The audit cannot be made. The message is for people and safe to print. */
export class CannotAudit extends Error {
  override readonly name = 'CannotAudit'

  constructor(message: string, options?: ErrorOptions) {
    super(visibleLine(message, 600), options)
  }
}

export function auditArguments(args: readonly string[]): AuditArguments {
  const { values, positionals } = parsed(args)
  const [url, second] = positionals
  if (url === undefined || second !== undefined) throw new WrongUse('One address of a service is needed.')
  const documents = values.documents ?? 'all'
  if (documents !== 'all' && documents !== 'sample') throw new WrongUse('--documents is all or sample.')
  return {
    url,
    statePath: values.state ?? null,
    keys: (values.key ?? []).map(keyOf('ed25519')),
    witnesses: values.witness ?? [],
    witnessKeys: (values['witness-key'] ?? []).map(keyOf('cosignature')),
    documents,
    servers: countOf('servers', values.servers, 500),
    settleSeconds: countOf('settle', values.settle, 75),
    withinSeconds: countOf('within', values.within, 7200),
    keyFile: values['key-file'] ?? null,
  }
}

const keyOf = (type: VerifierKey['type']) => (text: string) => {
  const key = parseVerifierKey(text)
  if (key?.type === type) return key
  throw new WrongUse(`${JSON.stringify(text).slice(0, 200)} is no verifier key of ${type} (name+id+base64).`)
}

function countOf(name: string, text: string | undefined, none: number): number {
  if (text === undefined) return none
  if (!/^\d{1,9}$/.test(text)) throw new WrongUse(`--${name} is a whole number.`)
  return Number(text)
}

function parsed(args: readonly string[]) {
  const one = { type: 'string' } as const
  const many = { type: 'string', multiple: true } as const
  const options = {
    ...{ state: one, key: many, witness: many, 'witness-key': many },
    ...{ documents: one, servers: one, settle: one, within: one, 'key-file': one },
  }
  return parseArgs({ args: [...args], options, allowPositionals: true })
}
