import { describeSettings } from '../../lib/config'
import { SECRETS } from '../../lib/config/secret-files'

export const SETTINGS_PAGE = 'docs/settings.md'

const HALF = Math.ceil(SECRETS.length / 2)
const inCode = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

const OPENING = `# Settings

All settings are environment variables. An empty variable counts as unset. A value that is not valid stops the start,
with a message that names the variable and never repeats the value. By \`<NAME>_FILE\` these may be given as the path
of a file: ${inCode(SECRETS.slice(0, HALF))},
${inCode(SECRETS.slice(HALF))}. \`npm run papers\` writes this page.

| variable | default | purpose |
|---|---|---|
`

/**
 * The text of `docs/settings.md`: every setting of the service and of its sources, in the order of the configuration.
 */
export function settingsPage(): string {
  const rows = describeSettings().map(
    ({ name, fallback, purpose }) => `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${purpose} |\n`,
  )
  return OPENING + rows.join('')
}
