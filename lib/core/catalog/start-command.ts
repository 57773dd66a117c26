import type { Package } from './catalog'

// Names and versions come from strangers and are run by a shell: only the registries' own forms are accepted, none of
// which has a space, a quote or a leading hyphen. npm reads an argument that ends like an archive as a file.
const NPM_NAME = /^(?!.*\.(?:tgz|tar|tar\.gz)$)(@[a-z0-9~_][\w.~-]*\/)?[a-z0-9~_][\w.~-]*$/i
const PYPI_NAME = /^[a-z0-9]([\w.-]*[a-z0-9])?$/i
const NUGET_NAME = /^\w[\w.-]*$/
const IMAGE = /^[a-z0-9][\w./-]*(:\d{1,5}\/[\w./-]+)?(:\w[\w.-]{0,127})?(@sha256:[0-9a-f]{64})?$/i
const VERSION = /^\d[\w.+-]*$/

/**
 * The command line that starts a package as a process: `npx -y name@1.2.3`, `uvx name`, `dnx name --yes`,
 * `docker run -i --rm image`, at the exact version where the catalog declares one, else the newest. null: its registry
 * has none (mcpb), or its name is not of the registry's form.
 */
export function startCommand({ registry, name, version }: Package): string | null {
  const pinned = version !== undefined && VERSION.test(version) ? `${name}@${version}` : name
  switch (registry) {
    case 'npm':
      return NPM_NAME.test(name) ? `npx -y ${pinned}` : null
    case 'pypi':
      return PYPI_NAME.test(name) ? `uvx ${pinned}` : null
    case 'nuget':
      return NUGET_NAME.test(name) ? `dnx ${pinned} --yes` : null
    case 'oci':
      return imageCommand(name, version)
    case 'mcpb':
      return null
  }
}

function imageCommand(name: string, version: string | undefined): string | null {
  const image = imageReference(name, version)
  return image === null ? null : `docker run -i --rm ${image}`
}

/** An image with its tag or digest: the declared version where the name has none; null: it is no image's name. */
export function imageReference(name: string, version: string | undefined): string | null {
  if (!IMAGE.test(name)) return null
  const isTagged = name.includes('@') || /:\w[\w.-]*$/.test(name)
  const isTag = version !== undefined && /^\w[\w.-]{0,127}$/.test(version)
  return isTagged || !isTag ? name : `${name}:${version}`
}
