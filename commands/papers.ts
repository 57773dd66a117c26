import { writeFileSync } from 'node:fs'
import { API_PATHS, API_PATHS_FILE } from '../lib/contract/api-paths'
import { runCommand, takeNoArguments } from './command.mjs'
import { FIGURES_PAGE, figuresPage } from './papers/bench-figures'
import { DECISIONS_INDEX, decisionsIndex } from './papers/decisions-index'
import { OPERATORS_PAGE, operatorsPage, VERCEL_CONFIG, vercelConfig } from './papers/job-schedules'
import { LOG_PAGE, logPage } from './papers/leaf-kinds'
import { SETTINGS_PAGE, settingsPage } from './papers/settings-page'

/** Papers that are written from something else, by their paths. */
export const WRITTEN_PAPERS: Readonly<Record<string, () => string>> = {
  [SETTINGS_PAGE]: settingsPage,
  [DECISIONS_INDEX]: decisionsIndex,
  [FIGURES_PAGE]: figuresPage,
  [API_PATHS_FILE]: () => `${JSON.stringify({ paths: API_PATHS }, null, 2)}\n`,
  [VERCEL_CONFIG]: vercelConfig,
  [OPERATORS_PAGE]: operatorsPage,
  [LOG_PAGE]: logPage,
}

const USAGE = `npm run papers   writes ${Object.keys(WRITTEN_PAPERS).join(', ')} from the settings, decision records, figures, jobs, operations and kinds of leaves`

await runCommand(import.meta.url, { usage: USAGE }, (args) => {
  takeNoArguments(args)
  for (const [path, write] of Object.entries(WRITTEN_PAPERS)) writeFileSync(path, write())
  console.log(`${Object.keys(WRITTEN_PAPERS).join(', ')} written`)
})
