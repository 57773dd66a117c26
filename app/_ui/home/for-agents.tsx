import { Card } from '../card'
import { Copyable } from '../copyable'

/** How an agent gets the answers of this service itself. */
export function ForAgents({ baseUrl }: { baseUrl: string }) {
  return (
    <Card title="For agents" note={<a href="/docs">set-up</a>}>
      <p className="mb-3 text-pretty text-soft text-sm">
        Lets an agent ask which tool works before it calls one. No key needed.
      </p>
      <Copyable
        label="Command that adds Assay to Claude Code"
        text={`claude mcp add --transport http \\\n  assay ${baseUrl}/mcp`}
      />
      <p className="mt-4 text-pretty text-soft text-sm">
        Or have calls refused that would fail: <a href="/use">use it in your agent</a>.
      </p>
    </Card>
  )
}
