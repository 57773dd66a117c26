/** The path of an address split where the repository ends. */
interface PlaceInRepository {
  repository: readonly string[]
  /** Of the folder or file in it that the address shows; empty where it shows none. */
  path: readonly string[]
}

/** Pages that show a folder or file; the revision comes before its path. */
const PAGES_OF_A_PATH: ReadonlySet<string> = new Set(['tree', 'blob', 'blame', 'edit', 'raw', 'src'])

/**
 * Pages about a repository as a whole. Downloads (`archive`, `get`, `repository`) are not among them: they are not the
 * repository.
 */
const OTHER_PAGES: ReadonlySet<string> = new Set([
  'actions',
  'activity',
  'branches',
  'commit',
  'commits',
  'compare',
  'deployments',
  'discussions',
  'downloads',
  'forks',
  'graphs',
  'issues',
  'labels',
  'merge_requests',
  'milestones',
  'network',
  'packages',
  'pipelines',
  'projects',
  'pull',
  'pull-requests',
  'pulls',
  'pulse',
  'releases',
  'security',
  'stargazers',
  'tags',
  'watchers',
  'wiki',
  'wikis',
])

/** Hosts whose repositories are always `owner/name`. */
const TWO_SEGMENTS: ReadonlySet<string> = new Set(['github.com', 'bitbucket.org', 'git.sr.ht', 'codeberg.org'])

/**
 * Splits the path of an address into the repository and the path shown of it: `/o/r/tree/main/src/x` into `o/r` and
 * `src/x`. Where groups may be nested the page begins at GitLab's `/-/`, or else at the first segment that names a page
 * and is not one of the first two. A path without a page is all repository.
 */
export function placeInRepository(host: string, segments: readonly string[]): PlaceInRepository {
  if (host === 'gist.github.com') return { repository: segments, path: [] }
  const dash = segments.indexOf('-')
  const hasDash = dash >= 2
  const at = hasDash ? dash : pageAt(host, segments)
  const page = segments.slice(hasDash ? at + 1 : at)
  const [word = ''] = page
  if (at < 0 || !isPage(word)) return { repository: segments, path: [] }
  return { repository: segments.slice(0, at), path: PAGES_OF_A_PATH.has(word) ? pathOf(page) : [] }
}

function pageAt(host: string, segments: readonly string[]): number {
  if (TWO_SEGMENTS.has(host)) return segments.length > 2 ? 2 : -1
  // On a self-hosted server a group may be called `src`: there only Gitea's own form of it is a page.
  return segments.findIndex(
    (word, index) => index >= 2 && isPage(word) && (word !== 'src' || isKindOfRevision(segments[index + 1])),
  )
}

function isPage(word: string): boolean {
  return PAGES_OF_A_PATH.has(word) || OTHER_PAGES.has(word)
}

/** After the page's segment and the revision, whose kind Gitea names: `src/branch/main/path`. */
function pathOf(page: readonly string[]): readonly string[] {
  const isGitea = (page[0] === 'src' || page[0] === 'raw') && isKindOfRevision(page[1])
  return page.slice(isGitea ? 3 : 2)
}

function isKindOfRevision(word: string | undefined): boolean {
  return word === 'branch' || word === 'commit' || word === 'tag'
}
