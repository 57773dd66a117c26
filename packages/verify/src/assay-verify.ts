#!/usr/bin/env node
import { type Command, runCommand, WrongUse } from './command.mjs'
import { AUDIT, audit } from './commands/audit.ts'
import type { CommandEnvironment } from './commands/environment.ts'
import { LOCK, lock } from './commands/lock.ts'
import { SCORE, verifyScore } from './commands/score.ts'
import { runWitness, WITNESS } from './commands/witness.ts'

interface Subcommand {
  command: Command
  run(args: string[], environment: CommandEnvironment): Promise<unknown>
}

const SUBCOMMANDS: Partial<Record<string, Subcommand>> = {
  score: { command: SCORE, run: verifyScore },
  audit: { command: AUDIT, run: audit },
  lock: { command: LOCK, run: lock },
  witness: { command: WITNESS, run: runWitness },
}

const USAGE = `assay-verify score URL TOOL_ID      recomputes a score and verifies its attestation
assay-verify audit URL [options]    replays the log and compares it with what the service shows
assay-verify lock ACTION FILE ...   pins what servers declare, and compares it later
assay-verify witness [options]      cosigns checkpoints of logs, until it is ended
Each has --help. It ends with 0: done, or everything agrees; 1: something does not agree; 2: nothing was compared, or wrong use.`

const [, , name = ''] = process.argv
const chosen = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined

await runCommand(import.meta.url, chosen?.command ?? { usage: USAGE }, async ([, ...args]) => {
  if (chosen === undefined) throw new WrongUse('The first word is score, audit, lock or witness.')
  const code = await chosen.run(args, { print: console.log, warn: console.error, now: () => new Date() })
  return typeof code === 'number' ? code : 0
})
