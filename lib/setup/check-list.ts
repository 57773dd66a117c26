import { lookupOf, matchSetupServers } from 'assay-verify/setup/setup-lookup'
import { withLoopback } from 'assay-verify/setup/setup-server'
import type { Context } from '../api/context'
import { lookUp } from '../api/operations/lookup'
import { readSetup, setupFaultText } from './rules/read-setup'
import { idsOfAddress } from './rules/setup-check-address'
import { type SetupNotes, setupNotes } from './rules/setup-notes'

/** The servers that a plain list names, as `idsOfAddress` answers them. */
interface CheckedList extends ReturnType<typeof idsOfAddress> {
  /** What the list calls them. */
  notes: SetupNotes
}

/** Looks up what a plain list names; `fault`: why it cannot be read, in words. */
export async function checkList(text: string, context: Context): Promise<CheckedList | { fault: string }> {
  const reading = readSetup(text)
  if (!reading.ok) return { fault: setupFaultText(reading) }
  const entries = context.demonstration ? withLoopback(reading.entries) : reading.entries
  const body = lookupOf(entries)
  const rows = body === undefined ? [] : (await lookUp(body, context.reads.db, context.now)).resolved
  const notes = setupNotes(matchSetupServers(entries, rows))
  return { ...idsOfAddress([...notes.byServer.keys()]), notes }
}
