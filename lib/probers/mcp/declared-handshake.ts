import { valueDigest } from '../../core/declarations/declaration-digests'
import type { Declarations, DeclaredInfo } from '../../core/declarations/declarations'
import { flaggedTexts } from '../../core/declarations/unsafe-texts'
import { cleanLine, cleanText } from '../../core/text/hostile-text'
import { isObject, type JsonObject } from './json-rpc'

/** What the answer to a handshake declares. */
export type DeclaredInHandshake = Pick<
  Declarations,
  'instructions' | 'serverInfo' | 'capabilities' | 'extensions' | 'flags'
>

/** The longest of real servers have some 6,000 characters. */
const MAX_INSTRUCTION_CHARS = 16_000
const MAX_NAME_CHARS = 256
const MAX_URL_CHARS = 1_000
const MOST_CAPABILITIES = 60
const MOST_EXTENSIONS = 30

/**
 * Cleaned and capped; `flags` are of the text as it was sent. `info`: the server info, which each generation has at
 * another place.
 */
export function declaredIn({ instructions, capabilities }: JsonObject, info: unknown): DeclaredInHandshake {
  const text = typeof instructions === 'string' ? instructions : ''
  return {
    instructions: cleanText(text, MAX_INSTRUCTION_CHARS),
    serverInfo: infoIn(info),
    capabilities: isObject(capabilities) ? capabilityNames(capabilities) : null,
    extensions: extensionsIn(capabilities),
    flags: flaggedTexts('instructions', null, text),
  }
}

function infoIn(info: unknown): DeclaredInfo | null {
  if (!isObject(info) || typeof info.name !== 'string') return null
  const line = (value: unknown, length: number) => cleanLine(value, length) || null
  return {
    name: cleanLine(info.name, MAX_NAME_CHARS),
    title: line(info.title, MAX_NAME_CHARS),
    version: line(info.version, MAX_NAME_CHARS),
    websiteUrl: line(info.websiteUrl, MAX_URL_CHARS),
  }
}

function capabilityNames(capabilities: JsonObject): string[] {
  const names = Object.entries(capabilities)
    .filter(([name, value]) => name !== 'extensions' && isObject(value))
    .flatMap(([name, value]) => [
      name,
      ...Object.entries(value as JsonObject).flatMap(([member, on]) => (on === true ? [`${name}.${member}`] : [])),
    ])
  return [...new Set(names.map((name) => cleanLine(name, MAX_NAME_CHARS)))].sort().slice(0, MOST_CAPABILITIES)
}

function extensionsIn(capabilities: unknown): Record<string, string> {
  const given = isObject(capabilities) && isObject(capabilities.extensions) ? capabilities.extensions : {}
  const named = Object.entries(given)
    .map(([name, settings]) => [cleanLine(name, MAX_NAME_CHARS), valueDigest(settings)] as const)
    .filter(([name]) => name !== '' && name !== '__proto__')
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MOST_EXTENSIONS))
}
