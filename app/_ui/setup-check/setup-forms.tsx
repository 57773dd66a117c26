import { Card } from '../card'

const EXAMPLE = `{
  "mcpServers": {
    "memory": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"] },
    "linear": { "url": "https://mcp.linear.app/mcp" }
  }
}`

/**
 * The two ways to check a setup: a whole file, which a script reads in the browser, and a plain list, which any browser
 * can send.
 */
export function SetupForms({ list, demonstration }: { list: string; demonstration: boolean }) {
  return (
    <setup-check class="block" data-demonstration={demonstration ? '' : undefined}>
      <div data-part="file" hidden>
        <Card title={<label htmlFor="setup">Your settings file, or a list of servers</label>}>
          <form data-part="form">
            {/* Without a name, so that no browser ever sends it. */}
            <textarea
              id="setup"
              rows={12}
              spellCheck={false}
              autoComplete="off"
              aria-describedby="setup-hint"
              placeholder={EXAMPLE}
              className="code-block w-full resize-y font-mono placeholder:text-soft"
            />
            <p id="setup-hint" className="mt-2 max-w-3xl text-pretty text-soft text-sm">
              The file is read in your browser. Only names of packages, repositories and images, and hosts of addresses
              with usual parts of a path, as /mcp, are sent. Keys, tokens, headers, settings, arguments and other paths
              stay on your computer.
            </p>
            <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
              <button type="submit" className="button button-strong">
                Check
              </button>
              <p data-part="message" role="status" className="min-w-0 flex-1 basis-64" />
            </div>
          </form>
        </Card>
      </div>
      <div data-part="list">
        <ListForm list={list} />
      </div>
    </setup-check>
  )
}

function ListForm({ list }: { list: string }) {
  return (
    <Card title={<label htmlFor="list">A list of servers</label>}>
      <form action="/check" method="get">
        <textarea
          id="list"
          name="list"
          rows={6}
          required
          maxLength={4000}
          spellCheck={false}
          autoComplete="off"
          aria-describedby="list-hint"
          defaultValue={list}
          placeholder={'@modelcontextprotocol/server-memory\nhttps://mcp.linear.app/mcp\ngithub.com/owner/name'}
          className="code-block w-full resize-y font-mono placeholder:text-soft"
        />
        <p id="list-hint" className="mt-2 max-w-3xl text-pretty text-soft text-sm">
          One package, address, repository or id in each line. To check a whole settings file, allow scripts for this
          page: a file is read in your browser, because it may contain secrets. Do not paste one here, as this list
          becomes part of an address.
        </p>
        <button type="submit" className="button button-strong mt-4">
          Check
        </button>
      </form>
    </Card>
  )
}
