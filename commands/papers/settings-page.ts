import { describeSettings } from '../../lib/config'
import { SECRETS } from '../../lib/config/secret-files'

export const SETTINGS_PAGE = 'docs/settings.md'

const SECRET_FILES = SECRETS.map((name) => `\`${name}\``).join(', ')

const OPENING = `# Settings

All settings are environment variables. An empty variable counts as unset. A value that is not valid stops the start, with a message that names the
variable and never repeats the value. ${SECRET_FILES} may be given as the path of a file instead, by
\`<NAME>_FILE\`. This page is written by \`npm run papers\` from \`lib/config/*-settings.ts\` and \`lib/sources/index.ts\`.

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
