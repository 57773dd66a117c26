import type { Metadata } from 'next'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { SetupCheckResult } from '@/app/_ui/setup-check/setup-check-result'
import { SetupForms } from '@/app/_ui/setup-check/setup-forms'
import { config } from '@/lib/config'
import { getContext } from '@/lib/runtime/app'
import { checkList } from '@/lib/setup/check-list'
import { checkedServers } from '@/lib/setup/checked-servers'
import type { CheckedServer } from '@/lib/setup/rules/checked-server'
import { isSettingsFile } from '@/lib/setup/rules/read-setup'
import { idsOfAddress } from '@/lib/setup/rules/setup-check-address'
import type { SetupNotes } from '@/lib/setup/rules/setup-notes'

type Query = Record<string, string | string[] | undefined>

export async function generateMetadata({ searchParams }: PageProps<'/check'>): Promise<Metadata> {
  const { ids, list }: Query = await searchParams
  return pageMetadata({
    title: 'Check my MCP setup',
    description:
      'Paste the settings of your MCP client: which servers work, which are down, what changed, and what to use instead. The file is read in your browser.',
    path: '/check',
    isIndexed: ids === undefined && list === undefined,
  })
}

export default async function CheckPage({ searchParams }: PageProps<'/check'>) {
  const { ids, list }: Query = await searchParams
  const text = Array.isArray(list) ? list.join('\n') : list
  const { demonstration } = await getContext()
  return (
    <>
      <PageHeader
        title="Check my setup"
        intro="Which of your MCP servers work now, what changed, and what you can use instead of those that are down."
      />
      <div className="grid grid-cols-1 gap-5">
        <SetupForms list={text === undefined || isSettingsFile(text) ? '' : text} demonstration={demonstration} />
        {text !== undefined ? (
          <ListResult text={text} />
        ) : ids !== undefined ? (
          <IdsResult {...idsOfAddress(ids)} />
        ) : (
          <Empty />
        )}
      </div>
    </>
  )
}

/** Where the browser puts the result. */
function Empty() {
  return <div id="result" />
}

async function ListResult({ text }: { text: string }) {
  if (isSettingsFile(text)) {
    return (
      <Message>
        This looks like a whole settings file, so it was not read. It is now part of the address of this page. If it
        contains secrets, remove this page from the history of your browser and replace the secrets.
      </Message>
    )
  }
  const checked = await checkList(text, await getContext())
  return 'fault' in checked ? <Message>{checked.fault}</Message> : <IdsResult {...checked} />
}

async function IdsResult({
  ids,
  left,
  notes = null,
}: {
  ids: readonly string[]
  left: number
  notes?: SetupNotes | null
}) {
  if (ids.length === 0 && notes === null) return <Message>This address names no server.</Message>
  const context = await getContext()
  const checked = await checkedServers(ids, context)
  const rows = [...checked.values()].filter((server): server is CheckedServer => server !== undefined)
  const unknownIds = ids.filter((id) => checked.get(id) === undefined)
  const { baseUrl } = config()
  return <SetupCheckResult rows={rows} unknownIds={unknownIds} notes={notes} left={left} baseUrl={baseUrl} />
}

function Message({ children }: { children: string | string[] }) {
  return (
    <div id="result">
      <p role="status" className="card max-w-3xl text-pretty">
        {children}
      </p>
    </div>
  )
}
