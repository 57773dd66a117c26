import type { ClientSetup } from '@/lib/core/catalog/client-setups'
import { Card } from '../card'
import { curl } from '../command'
import { Copyable } from '../copyable'
import { InlineCode } from '../docs/inline-code'
import { SetupTabs } from '../setup-tabs'
import { UntrustedLink } from '../untrusted-text'

/** How an API that is not MCP is called. */
export interface ApiCall {
  /** Its base address; null: only its documentation is known. */
  address: string | null
  /** Whether the address has variables to fill. */
  hasVariables: boolean
  /** The address of its documentation or of its OpenAPI description; null: none is declared. */
  documentation: string | null
  /** Whether it asks for credentials in a header. */
  asksForKey: boolean
}

/** A rule of Claude Code that leaves out one tool of a server: its file, and the text that belongs there. */
export interface DenyRule {
  tool: string
  text: string
}

interface InstallCardProps {
  /** Of its clients; null: the catalog declares no way to call it that a client takes. */
  setups: readonly ClientSetup[] | null
  /** null: it is no such API. */
  api: ApiCall | null
  /** null: no tool of it is to be left out. */
  deny?: DenyRule | null
  /** No check has seen it work. */
  isUnchecked?: boolean
}

/** How clients add the server, or how the API is called. */
export function InstallCard({ setups, api, deny = null, isUnchecked = false }: InstallCardProps) {
  if (setups === null && api !== null) return <CallCard api={api} />
  return (
    <Card id="install" title="Install">
      {setups === null ? (
        <p className="text-soft text-sm">The catalog has no address or package of it that a client could use.</p>
      ) : (
        <SetupTabs setups={setups} />
      )}
      {setups !== null && isUnchecked && (
        <p className="mt-3 text-soft text-sm">Not checked by us. Try it yourself before you rely on it.</p>
      )}
      {setups !== null && deny !== null && (
        <div className="mt-5">
          <p className="untrusted mb-1.5 text-sm">
            <InlineCode text={`Without \`${deny.tool}\`:`} />{' '}
            <span className="text-soft">in .claude/settings.json</span>
          </p>
          <Copyable text={deny.text} label="Rule that leaves the tool out" />
        </div>
      )}
    </Card>
  )
}

const KEY_HEADER = `-H 'Authorization: Bearer YOUR_TOKEN'`

function CallCard({ api: { address, hasVariables, documentation, asksForKey } }: { api: ApiCall }) {
  return (
    <Card id="install" title="How to call it">
      <p className="mb-3 text-pretty text-soft text-sm">
        An API over HTTP, no MCP server: clients of MCP cannot add it.
        {address === null && ' Its addresses are in its documentation.'}
      </p>
      {address !== null && hasVariables && (
        <>
          <p className="mb-1.5 text-sm">Base address, with variables to fill</p>
          <Copyable text={address} label="Base address" />
        </>
      )}
      {address !== null && !hasVariables && (
        <Copyable text={curl(address, ...(asksForKey ? [KEY_HEADER] : []))} label="A call of its base address" />
      )}
      {documentation !== null && (
        <p className="mt-3 text-sm">
          Paths and parameters: <UntrustedLink url={documentation} />
        </p>
      )}
      {documentation === null && (
        <p className="mt-3 text-soft text-sm">The catalog has no documentation of its paths and parameters.</p>
      )}
    </Card>
  )
}
