import { jsoncValue, readJsonc } from 'assay-verify/setup/jsonc'
import { exactVersion } from 'assay-verify/setup/package-reference'
import { dependenciesIn, serversInSettings } from 'assay-verify/setup/settings-file'
import { named, notLookedUp, type SetupServer } from 'assay-verify/setup/setup-server'
import { isCodexSettings, readCodexSettings } from './codex-settings'
import { readPlainList } from './plain-list'

/** Longest text that is read, in characters. */
export const LONGEST_SETUP = 1_000_000

/** What a pasted text is. `dependencies`: most of its entries are no servers. */
type SetupForm = 'settings' | 'dependencies' | 'list'

export type SetupReading =
  | { ok: true; form: SetupForm; entries: readonly SetupServer[] }
  | { ok: false; fault: SetupFault; line?: number }

/** Why a text cannot be read, as readers see it; `{line}` stands for the line. */
const SETUP_FAULTS = {
  empty: 'Nothing was pasted. Paste a settings file, or a list with one name in each line.',
  too_long: 'This is longer than 1 MB. Paste only the part that lists your servers.',
  not_json:
    'This looks like JSON, but it cannot be read: check line {line}. Comments and a comma at the end of a list are allowed.',
  yaml: 'This looks like YAML, which cannot be read here. Paste the same settings as JSON, or a list with one name in each line.',
  too_deep: 'Lists and objects are nested too deeply at line {line}.',
  no_servers:
    'No MCP servers were found in this file. They are expected below “mcpServers”, “servers”, “context_servers” or “mcp”, or as dependencies of a package.json.',
} as const
export type SetupFault = keyof typeof SETUP_FAULTS

/** The sentence about a fault. */
export function setupFaultText({ fault, line }: { fault: SetupFault; line?: number }): string {
  return SETUP_FAULTS[fault].replace('{line}', String(line ?? 1))
}

/** Whether a text is a settings file rather than a list. Such a file may contain secrets. */
export function isSettingsFile(text: string): boolean {
  return /^[\s\ufeff]*(?:[{[]|\/\/|\/\*)/.test(text) || isCodexSettings(text) || isYamlSettings(text)
}

/**
 * Reads what somebody pasted to have it checked: the settings of an MCP client (JSON with or without comments, Codex's
 * TOML), a package.json, or a plain list. The entries contain only what may be looked up; values of settings, headers
 * and other arguments never get into them.
 */
export function readSetup(text: string): SetupReading {
  if (text.length > LONGEST_SETUP) return { ok: false, fault: 'too_long' }
  if (text.trim() === '') return { ok: false, fault: 'empty' }
  if (isCodexSettings(text)) return found('settings', serversInSettings(readCodexSettings(text)))
  if (isYamlSettings(text)) return { ok: false, fault: 'yaml' }
  return isSettingsFile(text) || startsWithMember(text) ? readJsonFile(text) : found('list', readPlainList(text))
}

/**
 * Whether a text looks like the settings of a client in YAML: a member that holds servers, or one that a server has.
 */
function isYamlSettings(text: string): boolean {
  if (/^[\s\ufeff]*[{[]/.test(text)) return false
  return (
    /^\s*(?:mcpServers|servers|context_servers|mcp_servers|mcp|extensions):\s*(?:#.*)?$/m.test(text) ||
    /^\s*(?:-\s+)?(?:command|cmd|args|url|uri|env|transport):(?:\s|$)/m.test(text)
  )
}

/** `"name": {`, as one copies a part of a file. */
function startsWithMember(text: string): boolean {
  return /^\s*"[^"\n]*"\s*:\s*[{[]/.test(text)
}

function readJsonFile(text: string): SetupReading {
  const reading = readJsonc(startsWithMember(text) ? `{${text}}` : text)
  if (!reading.ok) return reading
  const value = jsoncValue(reading.root)
  if (Array.isArray(value)) {
    const names = value.filter((entry) => typeof entry === 'string')
    return found('list', names.flatMap(readPlainList))
  }
  const servers = serversInSettings(value)
  const dependencies = dependenciesIn(value)
  if (servers.length > 0 || dependencies === undefined) return found('settings', servers)
  return found(
    'dependencies',
    dependencies.map(({ name, version }) => dependency(name, version)),
  )
}

function dependency(name: string, version: string): SetupServer {
  const isName = /^(?:@[\w.~-]+\/)?[\w.~-]{1,214}$/.test(name)
  return {
    name,
    ...(isName ? named([{ kind: 'package', text: name }], exactVersion(version)) : notLookedUp('no_name')),
  }
}

function found(form: SetupForm, entries: readonly SetupServer[]): SetupReading {
  return entries.length === 0 ? { ok: false, fault: 'no_servers' } : { ok: true, form, entries }
}
