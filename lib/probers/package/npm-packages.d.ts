// The parts that are used of two packages that ship no types.

declare module '@npmcli/config' {
  export default class Config {
    constructor(options: {
      definitions: object
      shorthands: object
      flatten: object
      nerfDarts: readonly string[]
      npmPath: string
      argv: readonly string[]
      env: Record<string, string | undefined>
      cwd: string
      warn: boolean
    })
    load(): Promise<void>
    readonly flat: import('npm-registry-fetch').FlatOptions
  }
}

declare module '@npmcli/config/lib/definitions/index.js' {
  const options: { definitions: object; shorthands: object; flatten: object; nerfDarts: readonly string[] }
  export default options
}

declare module 'npm-registry-fetch' {
  export interface FlatOptions {
    registry: string
    ca?: string | string[] | null
    cert?: string | null
    key?: string | null
    proxy?: string | false | null
    httpsProxy?: string | null
    noProxy?: string
    strictSSL?: boolean
  }
  const registryFetch: {
    /** The index of a package, or of its scope. */
    pickRegistry(name: string, options: FlatOptions): string
    /** The credentials for an address. */
    getAuth(
      address: string,
      options: FlatOptions,
    ): { token: string | null; auth: string | null; cert: string | null; key: string | null }
  }
  export default registryFetch
}
