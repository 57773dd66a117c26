/** Where github.com or gist.github.com shows the same. */
interface Page {
  host: string
  segments: readonly string[]
}

const RAW_HOSTS: ReadonlySet<string> = new Set(['raw.githubusercontent.com', 'raw.github.com'])
const GISTS = 'gist.github.com'
/** What the API answers with a download, which is not the repository. */
const DOWNLOADS: ReadonlySet<string> = new Set(['tarball', 'zipball'])

/**
 * The page that shows what an address of GitHub's other hosts is about: raw files
 * (`raw.githubusercontent.com/o/r/main/src/x`, also with `refs/heads/`), its API (`api.github.com/repos/o/r/…`, of
 * which `contents/` names a path), and gists. A download becomes the page of an archive, and an address that names no
 * repository one without segments; neither names a repository. Undefined for a host that is none of these.
 */
export function pageOfGithub(host: string, segments: readonly string[]): Page | undefined {
  if (RAW_HOSTS.has(host)) return { host: 'github.com', segments: pageOfRaw(segments) }
  if (host === 'codeload.github.com') return { host: 'github.com', segments: [...segments.slice(0, 2), 'archive'] }
  if (host === 'gist.githubusercontent.com' || host === GISTS) return { host: GISTS, segments: withoutFile(segments) }
  return host === 'api.github.com' ? pageOfApi(segments) : undefined
}

/**
 * A revision may be given in full, as `refs/heads/main`; one with slashes cannot be distinguished from the path after
 * it.
 */
function pageOfRaw([owner = '', name = '', ...rest]: readonly string[]): readonly string[] {
  if (rest.length === 0) return []
  const isFull = rest[0] === 'refs' && (rest[1] === 'heads' || rest[1] === 'tags')
  return [owner, name, 'raw', ...(isFull ? rest.slice(2) : rest)]
}

function pageOfApi([kind, ...rest]: readonly string[]): Page {
  if (kind === 'gists') return { host: GISTS, segments: rest.slice(0, 1) }
  const [owner, name, part = '', ...path] = kind === 'repos' ? rest : []
  if (owner === undefined || name === undefined) return { host: 'github.com', segments: [] }
  const shown = part === 'contents' ? ['tree', 'HEAD', ...path] : DOWNLOADS.has(part) ? ['archive'] : []
  return { host: 'github.com', segments: [owner, name, ...shown] }
}

/** A gist is `owner/id` or `id`; what follows `raw` is a file of it. */
function withoutFile(segments: readonly string[]): readonly string[] {
  const raw = segments.indexOf('raw', 1)
  return raw < 0 ? segments : segments.slice(0, raw)
}
