import type { ListedServer } from './identity'

type Given = Partial<Omit<ListedServer, 'id' | 'packages' | 'remotes' | 'tools'>> & {
  packages?: string[]
  at?: string | string[]
  docs?: string
  tools?: string
}

/** An entry of a made-up catalog. `repository`: `owner/name` of GitHub; `packages`: of npm; `tools`: in one text. */
export function entry(
  id: string,
  { packages = [], at = [], docs, tools = '', repository, ...stated }: Given,
): ListedServer {
  const remotes = [at].flat().map((url) => ({ transport: 'streamable-http' as const, url, template: false }))
  const pages = docs === undefined ? [] : [{ transport: 'http-api-docs' as const, url: docs, template: false }]
  return {
    id,
    title: id.slice(id.lastIndexOf('/') + 1),
    description: '',
    ...stated,
    repository: repository == null ? null : `https://github.com/${repository}`,
    packages: packages.map((name) => ({ registry: 'npm' as const, name })),
    remotes: [...remotes, ...pages],
    tools: tools
      .split(' ')
      .filter((name) => name !== '')
      .map((name) => ({ name })),
  }
}
