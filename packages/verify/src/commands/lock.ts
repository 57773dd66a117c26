import { exitCodeOf } from '../command.mjs'
import { compareLock, type LockComparison } from '../lock/compare-lock.ts'
import { LOCK_FILE_VERSION, type LockFile } from '../lock/lock-file.ts'
import { githubReport, type LockFindings, textReport } from '../lock/lock-report.ts'
import { lockEntryOf, withLockEntries } from '../lock/locked-server.ts'
import { lockEntryOfMcpLock, mcpLockText, parseMcpLock } from '../lock/mcp-lock-file.ts'
import { sarifReport } from '../lock/sarif.ts'
import { serversInSettings } from '../setup/settings-file.ts'
import { plural } from '../text/plural.ts'
import { visibleLine } from '../text/visible-text.ts'
import type { CommandEnvironment } from './environment.ts'
import { Service } from './fetch-service.ts'
import { CannotLock, LOCK_USAGE, type LockArguments, lockArguments } from './lock/arguments.ts'
import { findText, getLockFile, parsed, writeLockFile, writeWhole } from './lock/lock-files.ts'
import { fetchLocked, findServersOfSetup } from './lock/locked-servers.ts'
import { tlogKeyOf, unprovedServers } from './lock/verify-leaves.ts'

const UNCHANGED = 0
const DIFFERENT = 1
const NOT_CHECKED = 2

/** Of the documents that this program writes. */
const PROGRAM_VERSION = '1.0.0'

/**
 * Pins what servers declare in a file, and compares it later. Returns the exit code: 0 done, or unchanged; 1 there are
 * differences; 2 it could not be done, or not be checked.
 */
export async function lock(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  const work = () => {
    const given = lockArguments(args)
    return ACTIONS[given.action](given, environment)
  }
  return exitCodeOf(LOCK, work, environment.warn)
}

export const LOCK = { usage: LOCK_USAGE, notCompared: 'Not done' }

type Action = (given: LockArguments, environment: CommandEnvironment) => Promise<number>

const ACTIONS: Record<LockArguments['action'], Action> = { add, update, check, convert }

async function add({ path, ids, ...asked }: LockArguments, environment: CommandEnvironment): Promise<number> {
  const text = await findText(path)
  const file = text === null ? emptyLock(asked.url) : (await getLockFile(path)).file
  const service = await serviceOf(file, asked)
  const answered = await fetchLocked(service, ids)
  const unknown = ids.filter((id) => !answered.has(id))
  if (unknown.length > 0) throw new CannotLock(`the service does not know ${unknown.map(shown).join(', ')}.`)
  return pin(path, { ...file, service: service.root }, [...answered.values()], environment)
}

async function update({ path, ids, ...asked }: LockArguments, environment: CommandEnvironment): Promise<number> {
  const { file } = await getLockFile(path)
  const known = new Set(file.servers.map(({ id }) => id))
  const strange = ids.filter((id) => !known.has(id))
  if (strange.length > 0) throw new CannotLock(`the file does not pin ${strange.map(shown).join(', ')}; add pins it.`)
  const service = await serviceOf(file, asked)
  const answered = await fetchLocked(service, ids.length > 0 ? ids : [...known])
  for (const id of ids.length > 0 ? ids : known)
    if (!answered.has(id)) environment.warn(`kept         ${shown(id)}: the service does not know it.`)
  return pin(path, { ...file, service: service.root }, [...answered.values()], environment)
}

async function pin(
  path: string,
  file: LockFile,
  servers: Iterable<Parameters<typeof lockEntryOf>[0]>,
  { print, warn }: CommandEnvironment,
): Promise<number> {
  const former = new Map(file.servers.map((entry) => [entry.id, entry]))
  const entries = [...new Map([...servers].map((server) => [server.serverId, server])).values()].map((server) => {
    if (server.isRemoved) warn(`note         ${shown(server.serverId)} was removed from its catalog.`)
    else if (server.tools === null) warn(`note         ${shown(server.serverId)} has not listed its tools yet.`)
    return lockEntryOf(server, former.get(server.serverId))
  })
  await writeLockFile(path, withLockEntries(file, entries))
  print(`Pinned: ${entries.length} ${plural(entries.length, 'server')} in ${shown(path)}.`)
  return UNCHANGED
}

async function check(given: LockArguments, { print }: CommandEnvironment): Promise<number> {
  const { file, text } = await getLockFile(given.path)
  const service = await serviceOf(file, given)
  const answered = await fetchLocked(
    service,
    file.servers.map(({ id }) => id),
  )
  const compared = file.servers.map((entry) => compareLock(entry, answered.get(entry.id), given.classes))
  const servers = new Map([...answered.values()].map((server) => [server.serverId, server]))
  const unproved =
    given.logKey === null ? [] : await unprovedServers(service, servers.values(), tlogKeyOf(given.logKey))
  const findings = findingsOf(given.path, text, compared, unproved)
  const report = reportLines(given.format, findings)
  if (given.output === null) for (const line of report) print(line)
  else {
    await writeWhole(given.output, `${report.join('\n')}\n`)
    print(textReport(findings).at(-1) ?? '')
  }
  if (findings.differences.length > 0) return DIFFERENT
  return findings.unchecked.length > 0 ? NOT_CHECKED : UNCHANGED
}

function findingsOf(
  path: string,
  text: string,
  compared: readonly LockComparison[],
  unproved: readonly string[],
): LockFindings {
  return {
    path,
    text,
    checked: compared.filter(({ unchecked }) => unchecked === null).length,
    differences: compared.flatMap(({ differences }) => differences),
    notes: compared.flatMap(({ notes }) => notes),
    unchecked: [...compared.flatMap(({ unchecked }) => unchecked ?? []), ...unproved],
  }
}

function reportLines(format: LockArguments['format'], findings: LockFindings): string[] {
  if (format === 'sarif') return [JSON.stringify(sarifReport(findings, PROGRAM_VERSION), null, 2)]
  return format === 'github' ? githubReport(findings) : textReport(findings)
}

async function convert(
  { path, foreign, output, ...asked }: LockArguments,
  environment: CommandEnvironment,
): Promise<number> {
  const target = output ?? path
  if ((await findText(target)) !== null) throw new CannotLock(`${shown(target)} exists already.`)
  if (foreign?.direction === 'from') return convertFromMcpLock({ path, target, ...asked }, environment)
  const { file } = await getLockFile(path)
  await writeWhole(target, mcpLockText(file, environment.now()))
  environment.print(`Converted: ${file.servers.length} ${plural(file.servers.length, 'server')} to ${shown(target)}.`)
  return UNCHANGED
}

async function convertFromMcpLock(
  { path, target, ...asked }: Pick<LockArguments, 'path' | 'url' | 'keyFile' | 'withinMs'> & { target: string },
  { print, warn }: CommandEnvironment,
): Promise<number> {
  const text = await findText(path)
  if (text === null) throw new CannotLock(`there is no file ${shown(path)}.`)
  const pinned = parsed(path, () => parseMcpLock(text))
  const service = await serviceOf(emptyLock(asked.url), asked)
  const ids = await findServersOfSetup(service, serversInSettings(JSON.parse(text)))
  const entries = pinned.flatMap((server) => {
    const id = ids.get(server.name)
    if (id !== undefined) return [lockEntryOfMcpLock(id, server)]
    warn(`left out     ${shown(server.name)}: the service does not know it, or not which of several it is.`)
    return []
  })
  await writeLockFile(target, withLockEntries({ ...emptyLock(asked.url), service: service.root }, entries))
  print(`Converted: ${entries.length} of ${pinned.length} ${plural(pinned.length, 'server')} to ${shown(target)}.`)
  return entries.length === pinned.length ? UNCHANGED : NOT_CHECKED
}

function emptyLock(url: string | null): LockFile {
  return { version: LOCK_FILE_VERSION, service: url, servers: [] }
}

async function serviceOf(
  { service }: LockFile,
  { url, keyFile, withinMs }: Pick<LockArguments, 'url' | 'keyFile' | 'withinMs'>,
): Promise<Service> {
  const address = url ?? service
  if (address === null) throw new CannotLock('the address of a service is needed: --url URL.')
  const key = keyFile === null ? null : await findText(keyFile)
  if (keyFile !== null && key === null) throw new CannotLock(`there is no file ${shown(keyFile)}.`)
  return new Service(address, { withinMs, ...(key === null ? {} : { key: key.trim() }) })
}

const shown = (text: string) => visibleLine(text, 160)
