import { withFolder } from '../folder'
import type { AttackModule, AttackResult } from './attack'
import { lineOf, REAL, remote, URL_OF_REAL } from './hostile-catalog/entries'
import { LOOK_ALIKE_ATTACKS } from './hostile-catalog/look-alikes'
import { UPSTREAM_ATTACKS } from './hostile-catalog/upstream'
import { openCatalogWorld } from './hostile-catalog/world'

/** A registry that serves another's entries, and a catalog with names that look like those of others. */
export const attacks: AttackModule = {
  about: 'a registry upstream that serves what is not its own, and catalogs with look-alike names',
  seconds: 300,
  run: ({ signal }) =>
    withFolder(async (folder) => {
      const world = await openCatalogWorld(folder)
      const rows: AttackResult[] = []
      try {
        await world.importLines([
          lineOf('official', 'io.github.good/paypal'),
          lineOf('mine', 'good/paypal', remote('https://other.example/mcp')),
        ])
        await world.probe(REAL, URL_OF_REAL)
        for (const attack of [...UPSTREAM_ATTACKS, ...LOOK_ALIKE_ATTACKS])
          if (!signal.aborted) rows.push(await attack(world))
        return rows
      } finally {
        await world.close()
      }
    }),
}
