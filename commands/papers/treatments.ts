/**
 * What `npm run test:docs` does with a command of the papers: `online` runs it against the service, `offline` when the
 * service has stopped, on its data. `start`: the run begins with it. Everything else says why it is not run.
 */
export type Treatment = 'online' | 'offline' | 'start' | { notRun: string }

const TREATMENTS: readonly [begins: RegExp, treatment: Treatment][] = [
  [
    /^curl \S+\/cron\/|^CRON_SECRET=|^npm ci /,
    { notRun: 'it is of the Next adapter, which e2e/start-next.mjs starts' },
  ],
  [/^npm run build$/, { notRun: 'every start builds' }],
  [/^npm (?:ci|run build:guard)$/, { notRun: 'every start installs and builds' }],
  [/^curl /, 'online'],
  [/^npm run (?:-s )?(?:verify|lock|audit) -- /, 'online'],
  [
    /^npm run export -- |^DATABASE_URL=\S+ npm run import -- --all /,
    { notRun: 'it needs two databases; commands/import/import-export.test.ts runs it' },
  ],
  [/^npm run (?:key|signing-key|log-key|maintenance|import) -- /, 'offline'],
  [
    /^npx assay-verify |^npm install (?:--global )?(?:assay-|\.\/packages\/)/,
    { notRun: 'packages/packed.long.test.ts installs and runs it' },
  ],
  [/^npm run migrate$/, 'offline'],
  [/^npm run clear-text -- /, { notRun: 'it needs a server with unsafe texts; commands/clear-text.test.ts runs it' }],
  [/^npm (?:start|run demo)\b/, 'start'],
  [
    /^npm run (?:witness) -- /,
    { notRun: 'it serves until it is ended; packages/verify/src/commands/witness.test.ts runs it' },
  ],
  [/^npm (?:test|run dev)\b/, { notRun: 'it is this run’s surrounding, or does not end' }],
  [
    /^npm run (?:train|train-alternatives|train-forecast|test:long|(?:-s )?bench)\b/,
    { notRun: 'it takes minutes, or data that are not in the repository' },
  ],
  [/^npx -y -p node@22|^sh bench\/conformance/, { notRun: 'it installs a package from the internet' }],
  [/^systemd-run /, { notRun: 'it is for a machine with systemd' }],
  [/^(?:mkdir|openssl|chmod|docker|BASE_URL=\S+ docker) /, { notRun: 'it is for a machine with a container engine' }],
]

/** How a command is treated; undefined: no row is for it, so a row has to be added. */
export function treatmentOf(command: string): Treatment | undefined {
  return TREATMENTS.find(([begins]) => begins.test(command))?.[1]
}
