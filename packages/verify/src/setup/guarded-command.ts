const GUARD = /(?:^|[/\\])assay-guard(?:\.(?:[cm]?js|ts|cmd|exe|ps1))?$/i
/** `node FILE`, `npx -y assay-guard`, also of a path that was taken apart at blanks: so many words before it. */
const MOST_BEFORE = 5

/** Where the options of `assay-guard run` begin in a command line; null: it runs something else. */
export function guardOptionsAt(words: readonly string[]): number | null {
  const at = words.slice(0, MOST_BEFORE).findIndex((word) => GUARD.test(word))
  return at >= 0 && words[at + 1] === 'run' ? at + 2 : null
}

/** What `assay-guard run` stands before, as `wrap` wrote it: a command, or an address alone; null: it is none of it. */
export function behindGuard(words: readonly string[]): readonly string[] | null {
  const begin = guardOptionsAt(words)
  if (begin === null) return null
  const end = words.indexOf('--', begin)
  if (end >= 0) return words.slice(end + 1)
  const url = words.indexOf('--url', begin)
  return url < 0 ? [] : words.slice(url + 1, url + 2)
}
