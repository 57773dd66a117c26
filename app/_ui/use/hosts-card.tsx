import { Card } from '../card'
import { type Column, Table } from '../lists/table'
import { HOOK_HOSTS, type HookHost } from './hosts'

const COLUMNS: readonly Column<HookHost>[] = [
  { header: 'Host', cell: ({ title }) => title, rowHeader: true },
  { header: 'Refuse', cell: () => 'Yes', labelled: true },
  { header: 'Advise', cell: ({ takesAdvice }) => (takesAdvice ? 'With the result' : 'No'), labelled: true },
  { header: 'Ask you', cell: ({ asks }) => asks, labelled: true },
  { header: 'Known from', cell: ({ source }) => source, labelled: true },
]

/** What each host lets a hook do. */
export function HostsCard() {
  return (
    <Card id="hosts" title="What each host can do">
      <Table
        caption="What each host lets a hook do"
        columns={COLUMNS}
        rows={HOOK_HOSTS}
        rowKey={({ name }) => name}
        phone="stacked"
        className="text-sm"
      />
      <p className="mt-3 max-w-3xl text-pretty text-soft text-sm">
        No host lets a hook call another tool, so what to use instead is a sentence that the agent reads. Where the hook
        itself fails, the call goes on.
      </p>
    </Card>
  )
}
