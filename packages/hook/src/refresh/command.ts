import { existsSync } from 'node:fs'
import { Service } from 'assay-verify/commands/fetch-service'
import { type Given, type Surroundings, WrongUse } from '../command-types.ts'
import { messageOf } from '../message-of.ts'
import { reportsFile } from '../run/record-event.ts'
import { rememberedSetups } from '../setup/setups.ts'
import { putAside } from '../state/event-log.ts'
import { type ServiceFiles, serviceFiles } from '../state/files.ts'
import { WANTED } from '../state/keys-wanted.ts'
import { lineFileText } from '../state/line-file.ts'
import { readSettings, serviceOf } from '../state/settings.ts'
import { makePrivate, serviceFolder, stateRoot } from '../state/state-folder.ts'
import { viewLines } from '../state/view-lines.ts'
import { writeWhole } from '../state/write-whole.ts'
import { heldView } from './held-view.ts'
import { writeRefreshed } from './refreshed.ts'
import { sendOutcomes } from './send-outcomes.ts'

/** The longest that a refresh takes: the next one may begin a minute after it. */
const WITHIN_MS = 50_000
const MOST_KEYS = 5000

/** Fetches what is known of the servers of all setups, and sends outcomes where that was turned on. */
export async function refreshCommand(given: Given, { machine, now, print }: Surroundings): Promise<void> {
  const root = stateRoot(machine)
  const url = serviceOf(given.url, machine, root)
  if (url === null) throw new WrongUse('No service is named: --url URL or ASSAY_URL.')
  setTimeout(() => process.exit(1), WITHIN_MS).unref()
  const files = serviceFiles(serviceFolder(root, url))
  makePrivate(files.folder)
  try {
    const count = await refresh(url, files, root)
    writeRefreshed(files.refreshed, { at: now, problem: null })
    print(`What ${url} knows of ${count} names of servers is here.`)
  } catch (error) {
    const problem = messageOf(error)
    writeRefreshed(files.refreshed, { at: now, problem })
    throw error
  } finally {
    for (const log of [files.recent, files.decisions, files.began]) putAside(log)
  }
  if (existsSync(reportsFile(root))) await sendOutcomes(url, files, now)
}

/** Answers how many keys were asked for. */
async function refresh(url: string, files: ServiceFiles, root: string): Promise<number> {
  const setups = rememberedSetups(root)
  // What comes with folders last, so that no folder takes the place of what a person set up.
  const servers = setups.flatMap((setup) => setup.servers).sort((a, b) => Number(a.isOfFolder) - Number(b.isOfFolder))
  const keys = [...new Set(servers.flatMap((server) => server.keys))].slice(0, MOST_KEYS)
  const { view, problem } = await heldView({
    service: new Service(url, { withinMs: WITHIN_MS, timeoutMs: 20_000, longestWaitMs: 5000 }),
    keys,
    hasPins: setups.some(({ lock }) => lock !== null),
    given: readSettings(root).keys[url] ?? null,
    files,
    limits: { requestMs: 20_000, refreshMs: WITHIN_MS - 5000 },
  })
  if (view !== null) writeWhole(files.view, lineFileText([...viewLines(view), [WANTED, keys]]))
  if (problem !== null) throw new Error(problem)
  return keys.length
}
