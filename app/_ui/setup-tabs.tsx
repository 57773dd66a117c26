import type { ClientSetup } from '@/lib/core/catalog/client-setups'
import { Copyable } from './copyable'

const LINK_NAMES = { Cursor: 'Add to Cursor', 'VS Code': 'Add to VS Code', 'Claude Code': null, JSON: null } as const

/** How each client adds a server: tabs where a script runs, else one below the other. */
export function SetupTabs({ setups }: { setups: readonly ClientSetup[] }) {
  return (
    <tab-panels data-label="Client">
      {setups.map((setup) => (
        <section key={setup.client} className="not-first:mt-5">
          <h3 className="mb-2 text-sm">{setup.client}</h3>
          <Setup setup={setup} />
        </section>
      ))}
    </tab-panels>
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
