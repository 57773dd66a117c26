import type { SetupServer } from 'assay-verify/setup/setup-server'
import { STATUSES } from 'assay-verify/verdict'
import type { CheckedServer } from '@/lib/setup/rules/checked-server'
import { checkPageAddress } from '@/lib/setup/rules/setup-check-address'
import { lookedUpAs, type SetupNotes, whySkipped } from '@/lib/setup/rules/setup-notes'
import { Card } from '../card'
import { Copyable } from '../copyable'
import { feedOfServers } from '../incidents/incidents-address'
import { statusWord } from '../status'
import { UntrustedText } from '../untrusted-text'
import { CheckedTable } from './checked-table'

interface CheckResultProps {
  rows: readonly CheckedServer[]
  /** Ids that name no server. */
  unknownIds: readonly string[]
  /** Names of the setup; null: only ids were given. */
  notes: SetupNotes | null
  /** How many ids beyond the limit are left out. */
  left: number
  baseUrl: string
}

/** What was found of a setup, with the address to share. */
export function SetupCheckResult({ rows, unknownIds, notes, left, baseUrl }: CheckResultProps) {
  return (
    <div id="result" className="grid grid-cols-1 gap-5">
      <Card title={<span id="result-title">{summaryOf(rows)}</span>} note={<span data-checked-count={rows.length} />}>
        {rows.length > 0 && <CheckedTable rows={rows} entriesOf={(id) => notes?.byServer.get(id) ?? []} />}
        {left > 0 && <p className="mt-3 text-sm">The first 100 servers are shown; {left} more were left out.</p>}
      </Card>
      {(unknownIds.length > 0 || (notes?.unknown.length ?? 0) > 0) && (
        <Card title="Not known here">
          <p className="mb-3 text-soft text-sm">
            No server of our catalog has this name. It may be listed under another one.
          </p>
          <ul className="grid gap-2">
            {unknownIds.map((id) => (
              <UnknownName key={id} name={id} query={id} />
            ))}
            {notes?.unknown.map((entry) => (
              <UnknownName key={entry.name} name={entry.name} query={lookedUpAs(entry)} />
            ))}
          </ul>
        </Card>
      )}
      {notes !== null && notes.skipped.length > 0 && <Skipped entries={notes.skipped} />}
      {rows.length > 0 && (
        <Card title="Share this result">
          <p className="mb-3 text-soft text-sm">
            This address contains the ids of the servers and nothing else of your setup.
          </p>
          <Copyable text={`${baseUrl}${checkPageAddress(rows.map(({ id }) => id))}`} label="Address of this result" />
          <p className="mt-3 text-sm">
            <a href={feedOfServers(rows.map(({ id }) => id))}>RSS</a>: what breaks and what recovers of these servers.
          </p>
        </Card>
      )}
    </div>
  )
}

function UnknownName({ name, query }: { name: string; query: string }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3">
      <UntrustedText text={name} className="font-medium" />
      <a href={`/search?q=${encodeURIComponent(query)}`} className="text-sm">
        Search for it
      </a>
    </li>
  )
}

function Skipped({ entries }: { entries: readonly SetupServer[] }) {
  return (
    <Card title="Not looked up">
      <ul className="grid gap-2">
        {entries.map((entry) => (
          <li key={entry.name}>
            <UntrustedText text={entry.name} className="font-medium" />
            <p className="text-soft text-sm">{whySkipped(entry)}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** `6 servers: 4 working, 1 down, 1 sign-in required`. */
function summaryOf(rows: readonly CheckedServer[]): string {
  if (rows.length === 0) return 'No server was found'
  const removed = rows.filter(({ isRemoved }) => isRemoved).length
  const words = STATUSES.flatMap((status) =>
    rows
      .filter((row) => row.status === status && !row.isRemoved)
      .map((row) => statusWord(row.status, row.access, row.reasons).toLowerCase()),
  )
  const counts = [...new Set(words)].map((word) => `${words.filter((other) => other === word).length} ${word}`)
  const all = removed > 0 ? [...counts, `${removed} removed`] : counts
  return `${rows.length} ${rows.length === 1 ? 'server' : 'servers'}: ${all.join(', ')}`
}
