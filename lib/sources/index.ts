import { HOUR_MS } from 'assay-verify/duration'
import { OffOr, OnOff, Origin, whole } from '../setting-types'
import type { ImportedSource, ScheduledSource, SettingsShape, Sources, StartedSource } from './source'

// Each returns its row unchanged; they infer the type of its settings for its functions.
const onSchedule = <Shape extends SettingsShape>(row: ScheduledSource<Shape>) => row
const withTheProcess = <Shape extends SettingsShape>(row: StartedSource<Shape>) => row
const onImport = <Shape extends SettingsShape>(row: ImportedSource<Shape>) => row

/**
 * Every source by the name under which the store knows it. Adding one is one file and one row. A row loads its code
 * when it runs, since every process reads the rows for their settings.
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
    open: async ({ REGISTRY_URL: base }, controls) => {
      if (base === null) return null
      const { openOfficialRegistry } = await import('./official-registry')
      return (memory) => openOfficialRegistry({ base, userAgent: controls.userAgent }, memory, controls)
    },
  }),
  reference: withTheProcess({
    runs: 'with the process',
    precedence: 3,
    settings: {
      REFERENCE_SERVERS: OnOff.prefault('on').describe(
        'on: the standalone adapter runs the four reference MCP servers from npm on loopback, and probes them.',
      ),
      REFERENCE_RESTART: OnOff.prefault('on').describe('off: a reference server that stops is not started again.'),
      REFERENCE_PORT: whole(1024, 65_535)
        .default(3901)
        .describe('Loopback port of the everything reference server; the next free one if taken.'),
    },
    start: async ({ REFERENCE_SERVERS: isOn, REFERENCE_RESTART: restart, REFERENCE_PORT: port }, controls) => {
      if (!isOn) return null
      // It starts programs by their paths in node_modules, which a bundle does not have; no bundled process starts it.
      const { startReference } = await import(/* turbopackIgnore: true */ './start-reference')
      return startReference({ port, restart, ...controls })
    },
  }),
  file: onImport({
    runs: 'on import',
    precedence: 1,
    settings: {},
    open: async (paths) => (await import('./file')).openFiles(paths),
  }),
} as const satisfies Sources
