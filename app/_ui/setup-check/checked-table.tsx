import type { SetupServer } from 'assay-verify/setup/setup-server'
import { idToPath, publisherAndServer } from 'assay-verify/subject-id'
import { BREAKAGES } from '@/lib/core/verdict/breakage'
import type { CheckedServer } from '@/lib/setup/rules/checked-server'
import { type NewestVersions, versionNote } from '@/lib/setup/rules/setup-notes'
import { DayStrip } from '../charts/day-strip'
import { InlineCode } from '../docs/inline-code'
import { type Column, Table } from '../lists/table'
import { StatusBadge, signOf } from '../status'
import { RelativeTime } from '../timestamp'
import { UntrustedText } from '../untrusted-text'

interface CheckedTableProps {
  rows: readonly CheckedServer[]
  /** What the setup calls each server, where that is known. */
  entriesOf: (id: string) => readonly SetupServer[]
}

/** The servers of a setup: state, last 30 days, changes, and what to use instead of those that are down. */
export function CheckedTable({ rows, entriesOf }: CheckedTableProps) {
  const columns: readonly Column<CheckedServer>[] = [
    {
      header: 'Server',
      rowHeader: true,
      className: 'md:w-[32%]',
      cell: (row) => <Server row={row} entries={entriesOf(row.id)} />,
    },
    { header: 'State now', wide: true, className: 'md:w-[24%]', cell: (row) => <State row={row} /> },
    {
      header: 'Last 30 days',
      className: 'wide max-md:hidden md:w-40',
      cell: ({ days }) => <DayStrip days={days} shown={30} className="h-6 w-36" />,
    },
    { header: 'Changes', wide: true, labelled: true, cell: (row) => <Changes row={row} /> },
  ]
  return (
    <Table caption="The servers of this setup" columns={columns} rows={rows} rowKey={({ id }) => id} phone="stacked" />
  )
}

function newestOf({ packages }: CheckedServer): NewestVersions {
  return Object.fromEntries(packages.map(({ name, newest }) => [name, newest]))
}

function Server({ row, entries }: { row: CheckedServer; entries: readonly SetupServer[] }) {
  const newest = newestOf(row)
  return (
    <div data-server-id={row.id} data-newest={JSON.stringify(newest)}>
      <a href={`/server/${idToPath(row.id)}`} className="quiet-link font-semibold">
        <UntrustedText text={row.title} />
      </a>
      <p className="untrusted text-soft text-sm">{publisherAndServer(row.id)}</p>
      {entries.map((entry) => (
        <p key={entry.name} className="mt-1 text-sm">
          In your setup: <UntrustedText text={entry.name} />
          {versionNote(entry, newest) !== null && `, ${versionNote(entry, newest)}`}
        </p>
      ))}
    </div>
  )
}

function State({ row }: { row: CheckedServer }) {
  const { id, status, access, downSince, reasons, isRemoved, hasAlternatives } = row
  if (isRemoved) {
    return (
      <>
        <p className="font-medium">Removed</p>
        <p className="text-soft text-sm">No catalog lists it any more.</p>
        {hasAlternatives && <Alternatives id={id} />}
      </>
    )
  }
  const sign = signOf(status, reasons)
  return (
    <>
      <StatusBadge status={status} access={access} reasons={reasons} className="font-medium" />
      {downSince !== null && (
        <p className="text-soft text-sm">
          began <RelativeTime at={downSince} />
        </p>
      )}
      {sign !== 'healthy' && (
        <p className="untrusted mt-0.5 text-soft text-sm">
          <InlineCode text={reasons[0]?.text ?? ''} />
        </p>
      )}
      {hasAlternatives && <Alternatives id={id} />}
    </>
  )
}

function Alternatives({ id }: { id: string }) {
  return (
    <p className="mt-1 text-sm">
      <a href={`/alternatives/${idToPath(id)}`} aria-label={`Alternatives to ${publisherAndServer(id)}`}>
        Use instead
      </a>
    </p>
  )
}

/** What is said where no change is known: nothing can have been seen of what was never read. */
function noChangeText({ isRead, status }: CheckedServer): string {
  if (isRead) return 'No change that breaks callers'
  return status === 'unknown' ? 'Not checked yet' : 'Not read'
}

function Changes({ row }: { row: CheckedServer }) {
  const { changes, packages } = row
  const versions = packages.filter(({ newest }) => newest !== null)
  return (
    <ul className="text-sm">
      {changes.map(({ kind, label, tools, since }) => (
        <li key={label}>
          {BREAKAGES[kind].subject === 'tool' && `${tools === 1 ? 'one tool' : `${tools} tools`}: `}
          {label}, <RelativeTime at={since} />
        </li>
      ))}
      {changes.length === 0 && <li className="text-soft">{noChangeText(row)}</li>}
      {versions.map(({ registry, name, newest }) => (
        <li key={`${registry} ${name}`} className="text-soft">
          newest version <span className="untrusted">{newest}</span>
        </li>
      ))}
    </ul>
  )
}
