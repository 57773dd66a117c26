import type { Metadata } from 'next'
import { ErrorsTable } from '@/app/_ui/docs/errors-table'
import { FirstCalls } from '@/app/_ui/docs/first-calls'
import { LimitsTable } from '@/app/_ui/docs/limits-table'
import { OperationList } from '@/app/_ui/docs/operation-list'
import { Badges, ClientLibrary, CreateKey, Feeds, McpSnippet, Verify } from '@/app/_ui/docs/recipes'
import { Reference } from '@/app/_ui/docs/reference'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHeader, Section } from '@/app/_ui/layout/section'
import { config } from '@/lib/config'

export const metadata: Metadata = pageMetadata({
  title: 'API documentation',
  description:
    'First calls, API keys and rate limits, errors, signature verification, MCP, badges, feeds, and an interactive reference.',
  path: '/docs',
  json: '/openapi.json',
})

const EXAMPLE = { query: 'read a file', toolId: 'npm-official/modelcontextprotocol/server-everything/echo' }

export default function DocsPage() {
  const { baseUrl, limits } = config()
  return (
    <>
      <PageHeader
        title="API documentation"
        intro={
          <>
            Reads are free and need no key. Summary for language models: <a href="/llms.txt">llms.txt</a>.
            Specification: <a href="/openapi.json">OpenAPI 3.1</a>.
          </>
        }
      />
      <Section id="begin" title="First calls" note="Shell commands.">
        <FirstCalls baseUrl={baseUrl} {...EXAMPLE} />
      </Section>
      <Section id="calls" title="All calls" note={<a href="#reference">Try them</a>}>
        <OperationList />
      </Section>
      <Section id="keys" title="API keys" note="No signup and no e-mail address.">
        <CreateKey baseUrl={baseUrl} />
      </Section>
      <Section id="limits" title="Rate limits" note="As this service is configured.">
        <LimitsTable limits={limits} />
      </Section>
      <Section
        id="errors"
        title="Errors"
        note={
          <>
            <a href="/problems">RFC 9457 problem details</a>. Branch on the code.
          </>
        }
      >
        <ErrorsTable />
      </Section>
      <Section id="verify" title="Verify a signature" note="With our public keys only.">
        <Verify baseUrl={baseUrl} toolId={EXAMPLE.toolId} />
      </Section>
      <Section id="mcp" title="MCP server">
        <McpSnippet baseUrl={baseUrl} />
      </Section>
      <Section id="badges" title="Badges" note="Grey for an unknown tool.">
        <Badges baseUrl={baseUrl} toolId={EXAMPLE.toolId} />
      </Section>
      <Section id="feeds" title="Feeds">
        <Feeds />
      </Section>
      <Section id="client" title="Client library">
        <ClientLibrary baseUrl={baseUrl} toolId={EXAMPLE.toolId} />
      </Section>
      <section aria-labelledby="reference-title" id="reference" className="border-ink border-t py-8">
        <h2 id="reference-title" className="font-medium text-lg leading-snug tracking-tight">
          Reference
        </h2>
        <Reference url="/openapi.json" />
      </section>
    </>
  )
}
