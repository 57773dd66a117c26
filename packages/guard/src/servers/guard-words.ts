import { parseArgs } from 'node:util'
import { guardOptionsAt } from 'assay-verify/setup/guarded-command'

/** What the command line of an entry that goes through the guard says of its server. */
export interface GuardWords {
  name: string
  service: string | null
  /** null: the server is started, or the address is in `ASSAY_GUARD_URL`. */
  url: string | null
  isSse: boolean
  /** What `wrap` replaced in the entry of an address: its member, and others, as `url,type=http`; null: `url`. */
  was: string | null
  /** Where the server's own command begins; null: it has none, so it is at an address. */
  commandAt: number | null
}

/** The environment variables in which a wrapped entry has what others must not see in a list of processes. */
export const HEADERS_VARIABLE = 'ASSAY_GUARD_HEADERS'
export const URL_VARIABLE = 'ASSAY_GUARD_URL'

const TEXT = { type: 'string' } as const
/** What is read; other options of `run` may stand beside them. */
const OPTIONS = { name: TEXT, service: TEXT, url: TEXT, was: TEXT, sse: { type: 'boolean' } } as const

/** Whether a command line, the program first, is one that runs the guard. */
export function runsGuard(words: readonly string[]): boolean {
  return guardOptionsAt(words) !== null
}

/** What the command line of a wrapped entry says; null: it is none, or it is damaged. */
export function readGuardWords(words: readonly string[]): GuardWords | null {
  const begin = guardOptionsAt(words)
  if (begin === null) return null
  const end = words.indexOf('--', begin)
  const args = words.slice(begin, end < 0 ? undefined : end)
  const { values } = parseArgs({ args, options: OPTIONS, strict: false })
  const { name, service = null, url = null, was = null } = values
  // Without its value an option is `true`.
  if (typeof name !== 'string' || [service, url, was].includes(true)) return null
  if (end >= 0 && (url !== null || words.length === end + 1)) return null
  const texts = { service, url, was } as Pick<GuardWords, 'service' | 'url' | 'was'>
  return { name, ...texts, isSse: values.sse === true, commandAt: end < 0 ? null : end + 1 }
}

/** The words of `run` for a server, without its address or its command. */
export function runWords({ name, service, isSse, was }: Omit<GuardWords, 'url' | 'commandAt'>): string[] {
  return [
    'run',
    ...option('name', name),
    ...(service === null ? [] : option('service', service)),
    ...(isSse ? ['--sse'] : []),
    ...(was === null ? [] : option('was', was)),
  ]
}

/** A value that begins like an option has to stand with its name. */
function option(name: string, value: string): string[] {
  return value.startsWith('-') ? [`--${name}=${value}`] : [`--${name}`, value]
}

/** The headers of `ASSAY_GUARD_HEADERS`: `Name: value`, a line each. Throws, without a value, where it is none. */
export function headersOf(lines: string | undefined): Record<string, string> {
  const given = (lines ?? '').split(/\r?\n/).filter((line) => line.trim() !== '')
  return Object.fromEntries(
    given.map((line, at) => {
      const [, name, value] = /^([!#$%&'*+.^`|~\w-]+): ?([^\p{Cc}]*)$/u.exec(line) ?? []
      if (name === undefined || value === undefined)
        throw new Error(`Line ${at + 1} of ${HEADERS_VARIABLE} is no header, "Name: value"`)
      return [name, value]
    }),
  )
}
