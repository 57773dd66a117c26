import type { Access } from 'assay-verify/verdict'
import type { AuthScheme, CatalogServer } from '../core/catalog/catalog'
import type { Adjustments } from './adjustments'
import {
  distinctRemotes,
  faultOfId,
  membersOf,
  readDescription,
  readList,
  readReleaseTime,
  readRemote,
  readRepository,
  readShortText,
  readTags,
  readTitle,
} from './intake'
import { hiddenIn } from './intake-hidden'
import { readPackage } from './intake-package'
import { readTools } from './intake-tools'
import type { Rejection } from './source'

/** The form of a line, decided by its members alone. */
export type LineForm = 'catalog' | 'probe results' | 'unknown'

/** The members of a line, or null where it is not a JSON object. */
export function parseLine(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/** Distinguishes a catalog from files of similar members. */
export function formOf(line: Readonly<Record<string, unknown>>): LineForm {
  if (line.registry === undefined || line.server === undefined) return 'unknown'
  if (line.checkedAt !== undefined && line.ok !== undefined && line.tools === undefined) return 'probe results'
  return 'catalog'
}

/** The id of the server a line describes, or why it cannot be used. */
export function serverIdOf(line: Readonly<Record<string, unknown>>): { id: string } | { why: string } {
  const { registry, server } = line
  if (typeof registry !== 'string' || registry === '') return { why: 'no registry' }
  if (registry.includes('/')) return { why: 'a registry with a slash in its name' }
  if (typeof server !== 'string' || server === '') return { why: 'no server name' }
  const id = `${registry}/${server}`
  const fault = faultOfId(id)
  return fault === undefined ? { id } : { why: `its server id cannot be used: ${fault}` }
}

/** The server a line describes. Invalid tools are added to `rejected`; `at` names the line there. */
export function readCatalogServer(
  line: Readonly<Record<string, unknown>>,
  id: string,
  at: string,
  adjusted: Adjustments,
  rejected: Rejection[],
): CatalogServer {
  const packages = readList(line.packages, adjusted).map((item) => readPackage(membersOf(item), adjusted))
  const remotes = readList(line.remotes, adjusted).map((item) => {
    const { type, url } = membersOf(item)
    return readRemote(type, url, adjusted)
  })
  const tools = readTools(line.tools, id, at, adjusted, rejected)
  return {
    id,
    registry: id.slice(0, id.indexOf('/')),
    title: readTitle(line.title, adjusted) ?? id.slice(id.lastIndexOf('/') + 1),
    description: readDescription(line.description, adjusted),
    repository: readRepository(line.repository, adjusted),
    version: readShortText(line.version, adjusted),
    packages: packages.filter((item) => item !== null),
    remotes: distinctRemotes(remotes),
    categoryHint: readShortText(line.category, adjusted),
    tags: readTags(line.tags, adjusted),
    license: readShortText(line.license, adjusted),
    ...readReleaseTime(line.releasedAt),
    declaredAccess: readAccess(line.auth, adjusted),
    ...readAuthScheme(line.auth),
    lifecycle: 'active',
    tools,
    ...hiddenIn({ description: line.description, tools: line.tools }, tools),
  }
}

/** The access that a catalog's label means. "Open / API Key" can be used without credentials, so it is open. */
function readAccess(value: unknown, adjusted: Adjustments): Access {
  const words = readShortText(value, adjusted)?.toLowerCase() ?? ''
  if (words === '') return 'unknown'
  if (/^(open|no|none|public)\b/.test(words)) return 'open'
  if (/oauth|key|secret|token|bearer|basic/.test(words)) return 'auth'
  if (/\b(paid|payment|x402)\b/.test(words)) return 'paid'
  adjusted.add('access_unclear')
  return 'unknown'
}

/**
 * How the credentials of a catalog's label are sent; nothing where it names no way. A label with a key and OAuth can be
 * used with a key.
 */
function readAuthScheme(value: unknown): { declaredAuth?: AuthScheme } {
  const words = typeof value === 'string' ? value.slice(0, 200).toLowerCase() : ''
  if (/key|secret|token|bearer/.test(words)) return { declaredAuth: 'apiKey' }
  return words.includes('oauth') ? { declaredAuth: 'oauth' } : {}
}
