import type { ReactNode } from 'react'
import { Copyable } from '../copyable'

const NAME = 'assay'

/** How to add this service to an MCP client: a tab for each client. */
export function McpSetup({ baseUrl }: { baseUrl: string }) {
  const url = `${baseUrl}/mcp`
  return (
    <>
      <p className="mb-4 text-pretty">
        Your agent asks Assay itself: does a tool work, what to use instead, which tool fits a task. No key is needed.
      </p>
      <tab-panels data-label="Client">
        <Client name="Claude Code">
          <p className="mb-3 text-soft text-sm">Run this in a terminal.</p>
          <Copyable text={`claude mcp add --transport http ${NAME} ${url}`} label="Set-up of Claude Code" />
        </Client>
        <Client name="Cursor">
          <p className="mb-3 text-soft text-sm">
            <a href={cursorLink(url)}>Add to Cursor</a>, or put this into <code>~/.cursor/mcp.json</code>.
          </p>
          <Copyable text={json({ mcpServers: { [NAME]: { url } } })} label="Set-up of Cursor" />
        </Client>
        <Client name="VS Code">
          <p className="mb-3 text-soft text-sm">
            <a href={codeLink(url)}>Add to VS Code</a>, or put this into <code>.vscode/mcp.json</code>.
          </p>
          <Copyable text={json({ servers: { [NAME]: { type: 'http', url } } })} label="Set-up of VS Code" />
        </Client>
        <Client name="JSON">
          <p className="mb-3 text-soft text-sm">
            Most other clients take this. Some call the fields otherwise: the address is what matters.
          </p>
          <Copyable text={json({ mcpServers: { [NAME]: { type: 'http', url } } })} label="Set-up as JSON" />
        </Client>
      </tab-panels>
      <p className="mt-5 text-pretty text-soft text-sm">
        The server speaks Streamable HTTP and offers search, route, health, score, alternatives, breakages, lookup and
        report_outcome. A key, sent in the Authorization header, raises limits.
      </p>
    </>
  )
}

function Client({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="mb-5">
      <h3 className="mb-2 font-medium">{name}</h3>
      {children}
    </section>
  )
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function cursorLink(url: string): string {
  const settings = encodeURIComponent(btoa(JSON.stringify({ url })))
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${NAME}&config=${settings}`
}

function codeLink(url: string): string {
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: NAME, type: 'http', url }))}`
}
