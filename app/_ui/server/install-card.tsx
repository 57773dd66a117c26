import type { ClientSetup } from '@/lib/core/catalog/client-setups'
import { Card } from '../card'
import { SetupTabs } from '../setup-tabs'

interface InstallCardProps {
  /** Of its clients; null: the catalog declares no way to call it that a client takes. */
  setups: readonly ClientSetup[] | null
  /** The address of its documentation; null: none is declared. */
  documentation: string | null
}

/** How clients add the server. */
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
        <SetupTabs setups={setups} />
      )}
    </Card>
  )
}
