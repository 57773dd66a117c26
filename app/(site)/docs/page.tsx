import type { Metadata } from 'next'
import { ErrorsTable } from '@/app/_ui/docs/errors-table'
import { LimitsTable } from '@/app/_ui/docs/limits-table'
import { OperationList } from '@/app/_ui/docs/operation-list'
import { Badges, Begin, ClientLibrary, Feeds, MakeKey, McpSnippet, Verify } from '@/app/_ui/docs/recipes'
import { Reference } from '@/app/_ui/docs/reference'
import { pageMetadata } from '@/app/_ui/layout/page-metadata'
import { PageHead, Section } from '@/app/_ui/layout/section'
import { config } from '@/lib/config'

export const metadata: Metadata = pageMetadata({
  title: 'How to call it',
  description:
    'How to begin, keys and limits, errors, how to verify what is signed, MCP, badges, feeds, and every call with an interactive reference.',
  path: '/docs',
  json: '/openapi.json',
})

const TOOL_ID = 'npm-official/modelcontextprotocol/server-everything/echo'

export default function DocsPage() {
  const { baseUrl, limits } = config()
  return (
    <>
      <PageHead title="How to call it">
        <p className="mt-5 max-w-2xl text-pretty text-lg text-soft">
          Reads are free and need no key. In short for language models: <a href="/llms.txt">llms.txt</a>. Whole, for
          machines: <a href="/openapi.json">OpenAPI 3.1</a>.
        </p>
      </PageHead>
      <Section id="begin" title="Begin" note="Three lines for a shell.">
        <Begin baseUrl={baseUrl} toolId={TOOL_ID} />
      </Section>
      <Section id="calls" title="Every call" note={<a href="#reference">Try them</a>}>
        <OperationList />
      </Section>
      <Section id="keys" title="Keys" note="Without signup. An e-mail address is not needed and not kept.">
        <MakeKey baseUrl={baseUrl} />
      </Section>
      <Section id="limits" title="Limits" note="As this service is configured.">
        <LimitsTable limits={limits} />
      </Section>
      <Section
        id="errors"
        title="Errors"
        note={
          <>
            <a href="/problems">RFC 9457 problems</a>. Branch on the code.
          </>
        }
      >
        <ErrorsTable />
      </Section>
      <Section id="verify" title="Verify a signature" note="On a machine that never met us.">
        <Verify baseUrl={baseUrl} toolId={TOOL_ID} />
      </Section>
      <Section id="mcp" title="As an MCP server">
        <McpSnippet baseUrl={baseUrl} />
      </Section>
      <Section id="badges" title="Badges" note="Grey where the tool is not known.">
        <Badges baseUrl={baseUrl} toolId={TOOL_ID} />
      </Section>
      <Section id="feeds" title="Feeds">
        <Feeds />
      </Section>
      <Section id="client" title="Client library">
        <ClientLibrary baseUrl={baseUrl} toolId={TOOL_ID} />
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
