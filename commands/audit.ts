import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Finding, findingLine } from '../lib/core/audit/finding'
import { bytesToBase64 } from '../lib/core/log/base64'
import { visibleLine } from '../lib/core/text/visible-text'
import { type AuditArguments, auditArguments, CannotAudit } from './audit/arguments'
import { findAuditState, writeAuditState } from './audit/audit-state'
import { DocumentChecks } from './audit/check-documents'
import { checkObservations } from './audit/check-observations'
import { checkShown } from './audit/check-shown-facts'
import { checkTrees, type OpenedLog, openNewest, openServedLog } from './audit/opened-log'
import { Replay } from './audit/replay'
import { readShown, sampleOf } from './audit/shown-facts'
import { Service, ServiceUnusable } from './fetch-service'
import { CannotLock } from './tool-lock/arguments'
import { findText } from './tool-lock/lock-files'

const AGREES = 0
const DISAGREES = 1
const NOT_AUDITED = 2

/** Findings printed of one kind; more are counted. */
const MOST_SHOWN = 20
/** Hours of observations of a sample. */
const SAMPLED_HOURS = 24

export interface AuditEnvironment {
  print(line: string): void
  clock(): Date
}

/**
 * Replays the log of a service from nothing and compares it with itself, with what was seen of it before, with its witnesses, and with what the service shows.
 * Returns the exit code: 0 everything agrees; 1 something does not; 2 it could not be audited.
 */
export async function audit(args: readonly string[], environment: AuditEnvironment): Promise<number> {
  try {
    return await run(auditArguments(args), environment)
  } catch (cause) {
    const isExpected = cause instanceof CannotAudit || cause instanceof ServiceUnusable || cause instanceof CannotLock
    if (!isExpected) throw cause
    environment.print(`Not audited: ${cause.message}`)
    return NOT_AUDITED
  }
}

async function run(given: AuditArguments, environment: AuditEnvironment): Promise<number> {
  const { print } = environment
  const findings = new Map<string, Finding[]>()
  const found = (one: Finding) => {
    const same = findings.get(one.code) ?? []
    findings.set(one.code, [...same, one])
    if (same.length < MOST_SHOWN) print(findingLine(one))
  }
  const key = given.keyFile === null ? null : await findText(given.keyFile)
  const service = new Service(given.url, key === null ? {} : { key: key.trim() })
  const state = given.statePath === null ? null : await findAuditState(given.statePath)
  const opened = await openServedLog(service, given, { state, found, print })
  const size = opened === null ? 0 : await replayed(opened, { given, service, found, environment })
  const total = [...findings.values()].reduce((sum, list) => sum + list.length, 0)
  for (const [code, list] of findings)
    if (list.length > MOST_SHOWN) print(`${list.length - MOST_SHOWN} further of ${code}.`)
  const isForked = ['fork', 'truncated', 'split_view', 'wrong_root', 'bad_signature', 'other_log'].some((code) =>
    findings.has(code),
  )
  if (opened !== null && given.statePath !== null && !isForked) await writeAuditState(given.statePath, opened.newest())
  print(
    total === 0
      ? `Everything agrees, ${size} leaves.`
      : `${total} ${total === 1 ? 'finding' : 'findings'}, ${size} leaves.`,
  )
  return total === 0 ? AGREES : DISAGREES
}

interface Audit {
  given: AuditArguments
  service: Service
  found(finding: Finding): void
  environment: AuditEnvironment
}

/** Replays the log, reads what is shown, waits until that is logged, replays the rest, and compares. Answers how many leaves there were. */
async function replayed(log: OpenedLog, { given, service, found, environment }: Audit): Promise<number> {
  const { print, clock } = environment
  const { size } = log.newest()
  print(`Log ${visibleLine(log.origin, 160)}: ${size} leaves, root ${bytesToBase64(log.newest().root)}.`)
  const documents = new DocumentChecks(service, found, given.documents === 'sample' ? size : null)
  const replay = new Replay({ service, found, onDocuments: (named) => documents.check(named, replay.facts) })
  if (!(await replay.readTo(size, checkTrees(log)))) return replay.size
  const sureBefore = replay.size
  const breakagesBefore = new Map(replay.facts.breakages)
  const servers = sampleOf(replay.facts.serverIds(), given.servers)
  const shown = given.servers === 0 ? null : await readShown(service, servers, clock)
  await pause(given.settleSeconds * 1000)
  const isWhole = await openNewest(log, service, found)
  if (isWhole && !(await replay.readTo(log.newest().size, checkTrees(log)))) return replay.size
  log.checkKeys(replay.facts, found)
  const { checked, expired, otherFormula, skipped } = documents.counts
  print(
    `Documents: ${checked} checked, ${expired} kept no longer, ${skipped} not in the sample, ${otherFormula} of another formula.`,
  )
  if (shown !== null) {
    const comparison = { facts: replay.facts, breakagesBefore, sureBefore, openedAt: replay.facts.openedAt }
    const { findings, unknown } = checkShown(shown, comparison)
    for (const one of findings) found(one)
    print(
      `Shown: ${servers.length} of ${replay.facts.serverIds().length} servers compared, ${unknown} of them not known any more.`,
    )
  }
  const most = given.documents === 'all' ? Number.MAX_SAFE_INTEGER : SAMPLED_HOURS
  const hours = await checkObservations(service, replay.facts, { most, now: clock() })
  for (const one of hours.findings) found(one)
  const { counts } = hours
  print(
    `Hours of observations: ${counts.checked} compared, ${counts.grown} grew after they were logged, ${counts.gone} kept no longer.`,
  )
  return replay.size
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await audit(process.argv.slice(2), {
    print: (line) => process.stdout.write(`${line}\n`),
    clock: () => new Date(),
  })
}
