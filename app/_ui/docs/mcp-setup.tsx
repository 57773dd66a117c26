import { clientSetups } from '@/lib/core/catalog/client-setups'
import { SetupTabs } from '../setup-tabs'

/** How to add this service to an MCP client. */
export function McpSetup({ baseUrl }: { baseUrl: string }) {
  const setups = clientSetups('assay', { transport: 'http', url: `${baseUrl}/mcp`, headers: {} })
  return (
    <>
      <p className="mb-4 text-pretty">
        Your agent asks Assay itself: does a tool work, what to use instead, which tool fits a task. No key is needed.
      </p>
      <SetupTabs setups={setups} />
      <p className="mt-5 text-pretty text-soft text-sm">
        The server speaks Streamable HTTP and offers search, route, health, score, alternatives, breakages, lookup and
        report_outcome. Some clients call the fields otherwise: the address is what matters. A key, sent in the
        Authorization header, raises limits.
      </p>
    </>
  )
}
