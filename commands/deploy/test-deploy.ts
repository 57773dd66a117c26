import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { describeSettings, parseEnvironment } from '../../lib/config'
import { SECRETS } from '../../lib/config/secret-files'
import { ROLES } from '../../lib/runtime/roles/roles'

// No container engine and no Kubernetes runs here: suites read what one would be given, beside what the program has.
// What programs say of their own files: bench/cluster/cluster-files.long.test.ts.

/** Roles that have a process of their own in a cluster. */
export const OWN_ROLES = Object.keys(ROLES)
  .filter((role) => role !== 'all')
  .sort()

/** Writes the secrets of a cluster into a new folder, which is deleted after the suite; answers where it is. */
export function makeSecrets(...hosts: string[]): string {
  const parent = mkdtempSync(join(tmpdir(), 'assay-secrets-'))
  afterAll(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, 'secrets')
  makeSecretsIn(folder, ...hosts)
  return folder
}

export function makeSecretsIn(folder: string, ...hosts: string[]): void {
  execFileSync('sh', ['deploy/make-secrets.sh', folder, ...hosts])
}

const settings = describeSettings().map(({ name }) => name)
/** Has the program read the settings, with the secrets that the script made: it throws where one is not its own. */
export function configOf(environment: Readonly<Record<string, string>>, folder: string) {
  for (const name of Object.keys(environment)) {
    const known: readonly string[] = name.endsWith('_FILE') ? SECRETS : settings
    expect(known, name).toContain(name.replace(/_FILE$/, ''))
    if (/PASSWORD|TOKEN|SECRET|_KEY$/.test(name)) expect(name).toMatch(/_FILE$/)
  }
  const given = Object.entries(environment).map(([name, value]) => [
    name,
    value
      .replace('/run/secrets', folder)
      .replace(/\$\{\w+(?::\?[^}]*|:-)?\}/, name === 'BASE_URL' ? 'https://a.example' : ''),
  ])
  return parseEnvironment(Object.fromEntries(given))
}

export function expectPinned(image: string) {
  expect(image).toMatch(/:[\w.-]*\d[\w.-]*$/)
}
