import type { Metadata } from 'next'
import { Card } from '@/app/_ui/card'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { PolicyFigures } from '@/app/_ui/trust/policy-card'
import { GuardCard } from '@/app/_ui/use/guard-card'
import { HostCard } from '@/app/_ui/use/host-card'
import { chosenHost } from '@/app/_ui/use/hosts'
import { HostsCard } from '@/app/_ui/use/hosts-card'
import { RemovalCard } from '@/app/_ui/use/removal-card'
import { SentCards } from '@/app/_ui/use/sent-cards'
import { SessionCard } from '@/app/_ui/use/session-card'
import { SpeaksCard } from '@/app/_ui/use/speaks-card'
import { report } from '@/lib/api/operations/report'
import { config } from '@/lib/config'
import { USE_NAME } from '@/lib/contract/pages'
import { getContext } from '@/lib/runtime/app'

export async function generateMetadata({ searchParams }: PageProps<'/use'>): Promise<Metadata> {
  const { host } = await searchParams
  return pageMetadata({
    title: 'Use Assay in your agent: refuse calls of MCP servers that are down',
    description:
      'One command for Claude Code, VS Code, Cursor, Copilot CLI or Goose. Before a tool call it is looked up on your own computer; one that would fail is refused, with what to use instead.',
    path: '/use',
    isIndexed: host === undefined,
  })
}

export default async function UsePage({ searchParams }: PageProps<'/use'>) {
  const { baseUrl } = config()
  const host = chosenHost((await searchParams).host)
  const { accuracy } = await report({}, await getContext())
  return (
    <>
      <PageHeader
        title={USE_NAME}
        intro="Before your agent calls a tool, Assay says whether that tool is down, changed or unsafe. A call that would fail is refused, with a working alternative where there is one. All others go on untouched."
      />
      <div className="grid grid-cols-1 gap-5">
        <HostCard chosen={host} baseUrl={baseUrl} />
        <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
          <div className="grid min-w-0 grid-cols-1 gap-5">
            <SessionCard host={host} />
            <Card id="wrong" title="How often it would have been wrong">
              <PolicyFigures accuracy={accuracy} />
              <p className="mt-2 text-soft text-sm">
                From the checks of the last {accuracy.windowDays} days. <a href="/trust#policy">How this is counted</a>
              </p>
            </Card>
          </div>
          <SpeaksCard host={host} />
        </div>
        <SentCards baseUrl={baseUrl} />
        <RemovalCard host={host} />
        <GuardCard host={host} baseUrl={baseUrl} />
        <HostsCard />
      </div>
    </>
  )
}
