import { createConfiguredFetch } from '../../safe-fetch/configured-fetch'
import type { IndexIdentity, PackageIndex } from './package-index'

/** What `npm ping` asks for. A page for people is what a web site answers any path with. */
const PING: IndexIdentity = {
  path: '/-/ping',
  accept: 'application/json',
  isIndexType: (contentType) => !/^text\/html\b/i.test(contentType),
}

interface NpmEnvironment {
  /** Variables of the environment, as npm reads them; they are changed. */
  environment: Record<string, string | undefined>
  /** The folder whose configuration of a project is read. */
  folder: string
}

/**
 * The index that npm itself would use here: its address, those of scopes, credentials, proxies and certificates come
 * from npm's own configuration (.npmrc files, environment, its defaults). Throws where that cannot be read.
 */
export async function loadNpmIndex({ environment, folder }: NpmEnvironment): Promise<PackageIndex> {
  // Loaded where they are needed: together they take some 20 MB.
  const [{ default: Config }, { default: options }, { default: registryFetch }] = await Promise.all([
    import('@npmcli/config'),
    import('@npmcli/config/lib/definitions/index.js'),
    import('npm-registry-fetch'),
  ])
  // Its path only finds a configuration shipped with npm itself.
  const config = new Config({ ...options, npmPath: folder, argv: [], env: environment, cwd: folder, warn: false })
  await config.load()
  const flat = config.flat
  const credentials = (address: string) => registryFetch.getAuth(address, flat)
  const { cert, key } = credentials(registryFetch.pickRegistry('package', flat))
  return {
    addressOf: (name) => registryFetch.pickRegistry(name, flat).replace(/\/+$/, ''),
    headersFor: (address) => {
      const { token, auth } = credentials(address)
      if (token) return { authorization: `Bearer ${token}` }
      return auth ? { authorization: `Basic ${auth}` } : {}
    },
    identity: PING,
    fetch: createConfiguredFetch({
      ...given('ca', flat.ca),
      ...given('cert', cert ?? flat.cert),
      ...given('key', key ?? flat.key),
      ...given('proxy', flat.httpsProxy || flat.proxy),
      ...given('noProxy', flat.noProxy),
      checksCertificates: flat.strictSSL !== false,
    }),
  }
}

/** Nothing where the configuration leaves it out, empty or null. */
function given<Name extends string, T>(name: Name, value: T | null | undefined | false | ''): { [K in Name]?: T } {
  return value ? ({ [name]: value } as { [K in Name]: T }) : {}
}
