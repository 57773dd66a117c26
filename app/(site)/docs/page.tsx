import type { Metadata } from 'next'
import { Call, callsOf } from '@/app/_ui/docs/calls'
import { DocsFrame } from '@/app/_ui/docs/docs-frame'
import { DocsSection } from '@/app/_ui/docs/docs-section'
import { ErrorCodesTable } from '@/app/_ui/docs/errors-table'
import { LimitsTable } from '@/app/_ui/docs/limits-table'
import { McpSetup } from '@/app/_ui/docs/mcp-setup'
import { Badges, ClientLibrary, CreateKey, Feeds, Verify } from '@/app/_ui/docs/recipes'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader } from '@/app/_ui/layout/section'
import { exampleTool } from '@/lib/api/example-tool'
import { config } from '@/lib/config'
import { getContext } from '@/lib/runtime/app'

export const metadata: Metadata = pageMetadata({
  title: 'Documentation',
  description:
    'Add Assay to Claude Code, Cursor or VS Code, call the API by curl, report outcomes, keys, limits, errors, feeds and the reference of every call.',
  path: '/docs',
  json: '/openapi.json',
})

export default async function DocsPage() {
  const { baseUrl, limits } = config()
  const { toolId } = await exampleTool(await getContext())
  const facts = { baseUrl, toolId }
  return (
    <DocsFrame current="/docs">
      <PageHeader
        title="Documentation"
        intro={
          <>
            Add Assay to your agent, or call it yourself. Every call is in the <a href="/docs/reference">reference</a>.
            For machines: <a href="/openapi.json">OpenAPI 3.1</a>, <a href="/llms.txt">llms.txt</a>.
          </>
        }
      />
      <DocsSection id="mcp">
        <McpSetup baseUrl={baseUrl} />
      </DocsSection>
      {callsOf(facts).map((call) => (
        <DocsSection key={call.id} id={call.id}>
          <Call {...call} />
        </DocsSection>
      ))}
      <DocsSection id="feeds">
        <Feeds />
      </DocsSection>
      <DocsSection id="badges">
        <Badges {...facts} />
      </DocsSection>
      <DocsSection id="keys">
        <CreateKey baseUrl={baseUrl} />
      </DocsSection>
      <DocsSection id="limits">
        <LimitsTable limits={limits} />
      </DocsSection>
      <DocsSection id="errors">
        <p className="mb-4 text-pretty">
          Errors are <a href="/problems">RFC 9457 problem details</a>. Programs branch on <code>code</code>: its meaning
          never changes.
        </p>
        <ErrorCodesTable />
      </DocsSection>
      <DocsSection id="verify">
        <Verify {...facts} />
      </DocsSection>
      <DocsSection id="client">
        <ClientLibrary {...facts} />
      </DocsSection>
    </DocsFrame>
  )
}
