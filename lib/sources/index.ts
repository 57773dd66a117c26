import { OffOr, OnOff, Origin, whole } from '../setting-types'
import type { ImportedSource, ScheduledSource, SettingsShape, Sources, StartedSource } from './source'

const HOUR_MS = 3_600_000

// Each returns its row: they tie what a row does to the settings it declares.
const onSchedule = <Shape extends SettingsShape>(row: ScheduledSource<Shape>) => row
const withTheProcess = <Shape extends SettingsShape>(row: StartedSource<Shape>) => row
const onImport = <Shape extends SettingsShape>(row: ImportedSource<Shape>) => row

/**
 * Every source by the name under which the store remembers it. Adding one is one file and one row. What a row needs is loaded when
 * it runs: every process reads the rows for their settings.
 */
export const SOURCES = {
  'official-registry': onSchedule({
    runs: 'on schedule',
    precedence: 2,
    intervalMs: HOUR_MS,
    settings: {
      REGISTRY_URL: OffOr(Origin)
        .prefault('https://registry.modelcontextprotocol.io')
        .describe('Base of the official MCP registry’s API, or off.'),
    },
    open: async ({ REGISTRY_URL: base }, aid) => {
      if (base === null) return null
      const { openOfficialRegistry } = await import('./official-registry')
      return (memory) => openOfficialRegistry({ base, userAgent: aid.userAgent, dial: aid.dial }, memory, aid)
    },
  }),
  reference: withTheProcess({
    runs: 'with the process',
    precedence: 3,
    settings: {
      REFERENCE_SERVERS: OnOff.prefault('on').describe(
        'on: the standalone door runs the four reference MCP servers from npm on loopback, and probes them.',
      ),
      REFERENCE_RESTART: OnOff.prefault('on').describe('off: a reference server that stops is not started again.'),
      REFERENCE_PORT: whole(1024, 65_535)
        .default(3901)
        .describe('Loopback port of the everything reference server; the next free one if taken.'),
    },
    start: async ({ REFERENCE_SERVERS: isOn, REFERENCE_RESTART: restart, REFERENCE_PORT: port }, aid) => {
      if (!isOn) return null
      // Starts programs by their paths in node_modules, which a bundle does not have; no process that is bundled starts it.
      const { startReference } = await import(/* turbopackIgnore: true */ './start-reference')
      return startReference({ port, restart, ...aid })
    },
  }),
  file: onImport({
    runs: 'on import',
    precedence: 1,
    settings: {},
    open: async (paths) => (await import('./file')).openFiles(paths),
  }),
} as const satisfies Sources
