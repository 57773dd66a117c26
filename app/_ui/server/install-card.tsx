import type { ClientSetup } from '@/lib/core/catalog/client-setups'
import { Card } from '../card'
import { Copyable } from '../copyable'

const LINK_NAMES = { Cursor: 'Add to Cursor', 'VS Code': 'Add to VS Code', 'Claude Code': null, JSON: null } as const

interface InstallCardProps {
  /** Of its clients; null: the catalog declares no way to call it that a client takes. */
  setups: readonly ClientSetup[] | null
  /** The address of its documentation; null: none is declared. */
  documentation: string | null
}

/** How clients add the server. As tabs where a script runs, else one below the other. */
export function InstallCard({ setups, documentation }: InstallCardProps) {
  return (
    <Card id="install" title="Install">
      {setups === null ? (
        <p className="text-soft text-sm">
          The catalog has no address or package of it that a client could use.
          {documentation !== null &&
            ' Its operator documents how it is called; the address is on the page of its proof.'}
        </p>
      ) : (
        <tab-panels data-label="Client">
          {setups.map((setup) => (
            <section key={setup.client} className="not-first:mt-5">
              <h3 className="mb-2 text-sm">{setup.client}</h3>
              <Setup setup={setup} />
            </section>
          ))}
        </tab-panels>
      )}
    </Card>
  )
}

function Setup({ setup: { client, file, text, link } }: { setup: ClientSetup }) {
  const open = LINK_NAMES[client]
  return (
    <>
      {link !== null && open !== null && (
        <p className="mb-3">
          <a href={link} rel="nofollow" className="button button-strong">
            {open}
          </a>
        </p>
      )}
      {file !== null && <p className="mb-1.5 text-soft text-xs">{file}</p>}
      <Copyable text={text} label={`Set-up for ${client}`} />
    </>
  )
}
