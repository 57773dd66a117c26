/** The facts of one version of a server that decide which version is the newest. */
export interface VersionFacts {
  /** The registry's own statement; undefined where it makes none. */
  isLatest: boolean | undefined
  version: string | null
  /** RFC 3339. */
  publishedAt: string | null
}

/**
 * Accepts, of versions in any order, those that are the newest so far. The registry's own statement counts first;
 * without it, semantic versions are compared, then the times of publication; where neither decides, the one listed
 * later counts.
 */
export class NewestVersions {
  readonly #newest = new Map<string, VersionFacts>()

  /** Whether this version of `name` is the newest so far; later ones are then compared with it. */
  accept(name: string, facts: VersionFacts): boolean {
    const newest = this.#newest.get(name)
    const accepted =
      facts.isLatest ?? (newest === undefined || (newest.isLatest !== true && compare(facts, newest) >= 0))
    if (accepted) this.#newest.set(name, facts)
    return accepted
  }
}

function compare(a: VersionFacts, b: VersionFacts): number {
  const [versionA, versionB] = [parseVersion(a.version), parseVersion(b.version)]
  const byVersion = versionA !== null && versionB !== null ? compareVersions(versionA, versionB) : 0
  if (byVersion !== 0) return byVersion
  const [timeA, timeB] = [Date.parse(a.publishedAt ?? ''), Date.parse(b.publishedAt ?? '')]
  return Number.isNaN(timeA) || Number.isNaN(timeB) ? 0 : timeA - timeB
}

interface Version {
  core: number[]
  prerelease: string[]
}

function parseVersion(text: string | null): Version | null {
  const match = /^v?(\d{1,15}(?:\.\d{1,15}){0,3})(?:-([0-9a-z.-]+))?(?:\+.*)?$/i.exec(text ?? '')
  if (match?.[1] === undefined) return null
  return { core: match[1].split('.').map(Number), prerelease: match[2]?.split('.') ?? [] }
}

function compareVersions(a: Version, b: Version): number {
  for (let index = 0; index < Math.max(a.core.length, b.core.length); index += 1) {
    const difference = (a.core[index] ?? 0) - (b.core[index] ?? 0)
    if (difference !== 0) return difference
  }
  // A release comes after its prereleases.
  if (a.prerelease.length === 0 || b.prerelease.length === 0) return b.prerelease.length - a.prerelease.length
  return comparePrereleases(a.prerelease, b.prerelease)
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]
    if (right === undefined) return 1
    if (left === right) continue
    const [numberA, numberB] = [/^\d+$/.test(left), /^\d+$/.test(right)]
    if (numberA && numberB) return Number(left) - Number(right)
    if (numberA !== numberB) return numberA ? -1 : 1
    return left < right ? -1 : 1
  }
  return a.length - b.length
}
