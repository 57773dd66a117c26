import { setTimeout as pause } from 'node:timers/promises'
import { bytesToBase64 } from 'assay-tlog/base64'
import { leavesText } from 'assay-tlog/leaves-text'
import { type Finding, type FindingCode, finding } from '../audit/finding.ts'
import { exitCodeOf } from '../command.mjs'
import { plural } from '../text/plural.ts'
import { visibleLine } from '../text/visible-text.ts'
import { AUDIT_USAGE, type AuditArguments, auditArguments, CannotAudit } from './audit/arguments.ts'
import { AuditFindings } from './audit/audit-findings.ts'
import { findAuditState, writeAuditState } from './audit/audit-state.ts'
import { DocumentChecks } from './audit/check-documents.ts'
import { checkObservations } from './audit/check-observations.ts'
import { checkShown } from './audit/check-shown-facts.ts'
import { checkTrees, type OpenedTlog, openNewest, openServedTlog } from './audit/opened-tlog.ts'
import { Replay } from './audit/replay.ts'
import { findRetentionDays } from './audit/served-tlog.ts'
import { type AskedServer, readShown, type ShownFacts, sampleServers } from './audit/shown-facts.ts'
import type { CommandEnvironment } from './environment.ts'
import { Service, ServiceUnusable } from './fetch-service.ts'
import { findText } from './lock/lock-files.ts'

const AGREES = 0
const DISAGREES = 1
const NOT_AUDITED = 2

/** How often the end of a growing log is read again. */
const MOST_TRIES = 10
/** Hours of observations of a sample. */
const SAMPLED_HOURS = 24

/**
 * Replays the log of a service from nothing and compares it with itself, with what was seen of it before, with its
 * witnesses, and with what the service shows. Returns the exit code: 0 everything agrees; 1 something does not; 2 it
 * could not be audited.
 */
export async function audit(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  return exitCodeOf(AUDIT, () => run(auditArguments(args), environment), environment.warn)
}

export const AUDIT = { usage: AUDIT_USAGE, notCompared: 'Not audited' }

async function run(given: AuditArguments, environment: CommandEnvironment): Promise<number> {
  const { print } = environment
  const list = new AuditFindings(print)
  const found = (one: Finding) => list.add(one)
  const key = given.keyFile === null ? null : await findText(given.keyFile)
  const withinMs = given.withinSeconds * 1000
  const service = new Service(given.url, { withinMs, ...(key === null ? {} : { key: key.trim() }) })
  const state = given.statePath === null ? null : await findAuditState(given.statePath)
  const opened = await openServedTlog(service, given, { state, found, print })
  const { size, fault } = opened === null ? WITHOUT_LOG : await attempt(opened, { given, service, found, environment })
  if (opened !== null && given.statePath !== null && fault === null && !NEVER_REMEMBERED.some((code) => list.has(code)))
    await writeAuditState(given.statePath, opened.newest())
  return reported(list.finish(), { size, fault }, environment)
}

/** Findings after which the checkpoint that was seen is not remembered: the one before proves what happened. */
const NEVER_REMEMBERED: readonly FindingCode[] = [
  'fork',
  'truncated',
  'split_view',
  'wrong_root',
  'bad_signature',
  'other_log',
]

/** Prints what came of it; answers the exit code. */
function reported(
  total: number,
  { size, fault }: { size: number; fault: string | null },
  { print, warn }: CommandEnvironment,
): number {
  if (fault !== null) warn(`Not audited to the end: ${fault}`)
  if (total > 0) print(`${total} ${plural(total, 'finding')}, ${leavesText(size)}.`)
  else if (fault === null) print(`Everything agrees, ${leavesText(size)}.`)
  if (total > 0) return DISAGREES
  return fault === null ? AGREES : NOT_AUDITED
}

const WITHOUT_LOG = { size: 0, fault: null }

/** What was found counts, also where the service then cannot be used. */
async function attempt(log: OpenedTlog, given: Audit): Promise<{ size: number; fault: string | null }> {
  try {
    return { size: await replayed(log, given), fault: null }
  } catch (cause) {
    if (!(cause instanceof ServiceUnusable) && !(cause instanceof CannotAudit)) throw cause
    return { size: log.newest().size, fault: cause.message }
  }
}

interface Audit {
  given: AuditArguments
  service: Service
  found(finding: Finding): void
  environment: CommandEnvironment
}

/**
 * Replays the log, reads what is shown, waits until that is logged, replays the rest, and compares. Answers how many
 * leaves there were.
 */
async function replayed(log: OpenedTlog, { given, service, found, environment }: Audit): Promise<number> {
  const { print, now } = environment
  const { size, root } = log.newest()
  print(`Log ${visibleLine(log.origin, 160)}: ${leavesText(size)}, root ${bytesToBase64(root)}.`)
  const kept = await findRetentionDays(service)
  const leaves = given.documents === 'sample' ? size : null
  const documents = new DocumentChecks(service, found, { leaves, kept, now: now().getTime() })
  const replay = new Replay({ service, found, onDocuments: (named) => documents.check(named, replay.facts) })
  await readWhole(log, replay, { service, found })
  const servers = sampleServers(replay.facts, given.servers)
  const before = loggedBefore(replay, servers)
  const shown = given.servers === 0 ? null : await readShown(service, servers, now)
  if (shown !== null) documents.compareShown(shownScores(shown))
  await pause(given.settleSeconds * 1000)
  if (await openNewest(log, service, found)) await readWhole(log, replay, { service, found })
  await replay.comparePartialTiles(() => hasGrown(log, service, found))
  log.checkKeys(replay.facts, found)
  print(documentsLine(documents))
  if (shown !== null) {
    const { facts } = replay
    const { findings, unknown } = checkShown(shown, { facts, accuracy: documents.accuracy, ...before })
    for (const one of findings) found(one)
    const known = facts.serverIds().length
    const compared = `${servers.length} of ${known} ${plural(known, 'server')} compared`
    print(`Shown: ${compared}, ${unknown} of them not known any more.`)
  }
  documents.finish()
  const most = given.documents === 'all' ? Number.MAX_SAFE_INTEGER : SAMPLED_HOURS
  const { findings, counts } = await checkObservations(service, replay.facts, {
    ...{ most, now: now(), observationDays: kept?.observationDays ?? null },
  })
  for (const one of findings) found(one)
  print(`Hours of observations: ${counts.checked} compared, ${counts.gone} kept no longer.`)
  return replay.size
}

function shownScores({ servers }: ShownFacts) {
  return servers.flatMap(({ serverId, score, readAt }) =>
    score === null ? [] : [{ leaf: null, id: serverId, serverId, at: readAt, inputs: score.inputs }],
  )
}

/** What was logged before the service is asked for what it shows. */
function loggedBefore({ facts, size }: Replay, servers: readonly AskedServer[]) {
  const subjects = servers.flatMap(({ serverId, toolIds }) => [serverId, ...toolIds])
  const verdictsBefore = new Map(subjects.map((id) => [id, facts.findVerdict(id)]))
  return { sureBefore: size, breakagesBefore: new Map(facts.breakages), verdictsBefore }
}

function documentsLine({ counts: { checked, expired, skipped, otherFormula } }: DocumentChecks): string {
  return `Documents: ${checked} checked, ${expired} kept no longer, ${skipped} not in the sample, ${otherFormula} of another formula.`
}

type Reading = Pick<Audit, 'service' | 'found'>

/** Reads the log to its checkpoint. Its last bundle may be gone because the log grew: then to the newest checkpoint. */
async function readWhole(log: OpenedTlog, replay: Replay, { service, found }: Reading): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (await replay.readTo(log.newest().size, checkTrees(log))) return
    if (!(await hasGrown(log, service, found))) break
  }
  found(finding('wrong_root', replay.size, null, 'The bundle of this entry is missing or broken.'))
  throw new CannotAudit('not all entries of the log can be read.')
}

async function hasGrown(log: OpenedTlog, service: Service, found: (finding: Finding) => void): Promise<boolean> {
  const { size } = log.newest()
  return (await openNewest(log, service, found)) && log.newest().size > size
}
