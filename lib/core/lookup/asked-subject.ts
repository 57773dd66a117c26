import { type IdFault, idFault } from 'assay-verify/subject-id'
import { wordsOf } from 'assay-verify/text/words'
import { namesInPackageEntry, namesInRepositoryEntry, type ServerName } from './server-name'

/** The readings of a short text as the name of one subject. */
export interface AskedSubject {
  /** The text, trimmed: an id, a title, or the name of a server or a tool. */
  text: string
  /** What follows its last slash; null where it has none. */
  tail: string | null
  /** The repository it may name; empty: none. */
  repositories: readonly ServerName[]
  /** The packages it may name, in groups, the likeliest first; the first group that finds a server counts. */
  packages: readonly (readonly ServerName[])[]
}

/** A longer text without a slash is a description, not a name. */
const MOST_WORDS = 5
/** A longer text with a slash is no id. */
const MOST_WORDS_OF_AN_ID = 12

/** What an id must not hold and an address may: `https://`, a slash at the end. */
const FAULTS_OF_ADDRESSES: readonly IdFault[] = ['empty_segment', 'dot_segment']

/** A command that runs or installs a package, its flags, and the package. */
const PACKAGE_COMMAND =
  /^(?:npx|bunx|uvx|pnpx|bun x|pipx run|pnpm dlx|yarn dlx|npm (?:exec|i|install|x)|pip3? install|uv tool (?:run|install)|uv pip install)(?: -[^ ]*)* ([^ -][^ ]*)(?: |$)/i

/**
 * What a text names, if its form allows a name at all; undefined for a description, and for a text without any word.
 */
export function askedSubject(given: string): AskedSubject | undefined {
  const text = given.trim()
  const fault = idFault(text)
  if (fault !== undefined && !FAULTS_OF_ADDRESSES.includes(fault)) return undefined
  const spaced = text.replace(/\s+/g, ' ')
  const [, packageRun] = PACKAGE_COMMAND.exec(spaced) ?? []
  if (packageRun !== undefined) {
    return { text, tail: null, repositories: [], packages: packageReadings(packageRun) }
  }
  const mostWords = text.includes('/') ? MOST_WORDS_OF_AN_ID : MOST_WORDS
  if (spaced.split(' ').length > mostWords || wordsOf(text).length === 0) return undefined
  const isOneWord = !spaced.includes(' ')
  return {
    text,
    tail: text.includes('/') ? text.slice(text.lastIndexOf('/') + 1) : null,
    repositories: isOneWord ? namesInRepositoryEntry(text).filter(({ kind }) => kind === 'repository') : [],
    packages: isOneWord ? packageReadings(text) : [],
  }
}

/**
 * The key under which names of subjects are compared: lower case, and every run of spaces and `- _ . /` as one space.
 */
export function nameKey(name: string): string {
  return name.toLowerCase().replace(/[-_./\s]+/g, ' ')
}

/** Whether the last segments of an id, as many as the text has, are the text but for case and separators. */
export function isEndOfId(text: string, id: string): boolean {
  const segments = text.split('/').length
  return nameKey(id.split('/').slice(-segments).join('/')) === nameKey(text)
}

function packageReadings(text: string): ServerName[][] {
  const lowered = text.toLowerCase()
  const hyphened = lowered.replace(/[_.]+/g, '-')
  const readings = [...new Set([text, lowered, hyphened])]
  return readings.flatMap(namesInPackageEntry).filter((group) => group.length > 0)
}
