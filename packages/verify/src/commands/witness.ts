import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { parseArgs } from 'node:util'
import {
  formatVerifierKey,
  isKeyName,
  noteSigner,
  parseVerifierKey,
  type VerifierKey,
} from 'assay-tlog/note/verifier-key'
import { bytesFromBase64url } from '../base64url.ts'
import { WrongUse } from '../command.mjs'
import { grouped } from '../grouped.ts'
import type { CommandEnvironment } from './environment.ts'
import { witnessServer } from './witness/witness-server.ts'

const USAGE = `assay-verify witness --key-file F --name NAME --log VKEY [--log VKEY …] --port P --state FILE [--host H]
  --key-file  32 bytes in base64url, the secret of this witness; a file that does not exist is made
  --name      name of this witness, such as witness.example/w1: without spaces and +
  --log       the key of a log that is cosigned, as its operator publishes it: name+id+base64. The name is the origin of the log
  --port      where it listens; --host: 127.0.0.1 unless given
  --state     file that keeps what was cosigned. Never lose it: a witness without it would cosign a fork`

/**
 * A witness of transparency logs (C2SP tlog-witness), until the process ends. Prints its public key;
 * messages go to `warn`.
 */
export async function runWitness(args: readonly string[], { print, warn, now }: CommandEnvironment): Promise<Server> {
  const { name, port, host, statePath, keyFile, logs } = readArguments(args)
  const signer = noteSigner(name, 'cosignature', readSeed(keyFile))
  const server = witnessServer({ signer, logs, statePath, clock: now, log: warn })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  print(formatVerifierKey(signer.key))
  warn(`Cosigns ${[...logs.keys()].join(', ')}`)
  return server
}

export const WITNESS = { usage: USAGE }

function readArguments(args: readonly string[]) {
  const given = parseGiven(args)
  const needed = (name: 'key-file' | 'name' | 'port' | 'state') => {
    const value = given[name]
    if (value === undefined || value === '') throw new WrongUse(`--${name} is missing.`)
    return value
  }
  const port = Number(needed('port'))
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new WrongUse('--port is no port.')
  if (!isKeyName(needed('name'))) throw new WrongUse('--name has no spaces and no +.')
  return {
    name: needed('name'),
    port,
    host: given.host ?? '127.0.0.1',
    statePath: needed('state'),
    keyFile: needed('key-file'),
    logs: logsOf(given.log ?? []),
  }
}

function parseGiven(args: readonly string[]) {
  const one = { type: 'string' } as const
  const log = { type: 'string', multiple: true } as const
  const options = { 'key-file': one, name: one, port: one, host: one, state: one, log }
  return parseArgs({ args: [...args], options }).values
}

/** Keys by origin; one log may have several, as while it changes its key. */
function logsOf(texts: readonly string[]): Map<string, VerifierKey[]> {
  if (texts.length === 0) throw new WrongUse('--log is missing.')
  const keys = texts.map((text) => {
    const key = parseVerifierKey(text)
    if (key?.type !== 'ed25519') throw new WrongUse(`--log ${text} is no Ed25519 key of a log.`)
    return key
  })
  return grouped(keys.map((key) => [key.name, key]))
}

function readSeed(path: string): Uint8Array {
  if (!existsSync(path)) writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  const seed = bytesFromBase64url(readFileSync(path, 'utf8').trim())
  if (seed?.length !== 32) throw new WrongUse(`${path} does not hold 32 bytes in base64url.`)
  return seed
}
