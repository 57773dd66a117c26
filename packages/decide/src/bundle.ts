// The decision bundle as it is published: what a caller needs to decide about a tool call without asking. Everything is
// JSON. A tile is served and stored as gzip, and its digest is over those bytes.

/** The version of the form of manifests and tiles. */
export const BUNDLE_FORM = 1

/** The `typ` of the manifest's JWS: a signature made for another purpose is not accepted as one of these. */
export const MANIFEST_TYPE = 'tool-reliability-bundle+jwt'

/** The families of tiles. `facts` and `pins` change slowly, `states` with every verdict. */
export const TILE_FAMILIES = ['facts', 'pins', 'states'] as const
export type TileFamily = (typeof TILE_FAMILIES)[number]

/**
 * The payload of the manifest, a compact JWS (EdDSA). Canonical JSON, so that the log's digest of it is that of the
 * signed bytes. A tile number is the first `bits` bits of a key (`keyBytes`); tile `n` is entry `n % pageTiles` of page
 * `n / pageTiles` (rounded down) of its family.
 */
export interface BundleManifest {
  form: typeof BUNDLE_FORM
  /** Address of the service, without a slash at the end. */
  iss: string
  /** Grows by at least 1 with every manifest of a service, also over restarts. */
  sequence: number
  /** When its states were assessed, in seconds since 1970. */
  iat: number
  /** From then on nothing may be decided from it, in seconds since 1970. */
  exp: number
  /** The bits of a key that number its tile, 0-16. */
  bits: number
  /** Tiles whose digests are on one page: a power of two. */
  pageTiles: number
  /** Digests of the pages of each family. A page is a tile: JSON, a list of the digests of its tiles. */
  pages: Record<TileFamily, string[]>
  /** Versions by which its content was computed: of scores, forecasts, the default policy. */
  formulas: Record<string, string>
}

/** SHA-256 of the gzip bytes of a tile, base64url without padding (43 characters). */
export type TileDigest = string

/**
 * How a setup names a server: SHA-256 of the text `keyText` makes of the name, the first 16 bytes, base64url without
 * padding (22 characters). A server is in the tile of each of its keys, so that fetching a tile reveals no more than
 * one tile number for a name.
 */
export type ServerKey = string

/** A tile of the family `facts`. */
export interface FactsTile {
  form: typeof BUNDLE_FORM
  servers: ServerFacts[]
}

/** What of a server changes slowly. */
export interface ServerFacts {
  /** Its id in the service. */
  id: string
  /** What people call it. */
  title: string
  /** Its keys that lie in this tile. */
  keys: ServerKey[]
  /** Its tools that have alternatives, by name. */
  tools: Record<string, AlternativeFacts[]>
  /** It is at an address and also in a package: its state may be that of the address alone. */
  both?: true
}

/** What can be called instead of a tool, at most three, the best first. */
export interface AlternativeFacts {
  /** Id of its server, and its name there. */
  serverId: string
  tool: string
  /** Parameters that have another name there: [here, there]. */
  renamed?: [from: string, to: string][]
  /** Parameters it requires that this tool has not. */
  missing?: string[]
  /**
   * Known to be of another product, of other code, and at addresses of other registered domains than this tool. Left
   * out: it is not, or not known.
   */
  apart?: true
}

/** A tile of the family `pins`: digests of what servers declare, for callers with a lock file. */
export interface PinsTile {
  form: typeof BUNDLE_FORM
  servers: ServerPins[]
}

/** The parts of a tool that a lock pins, in the order of the digests in `ServerPins`. */
export const PINNED_PARTS = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const
export type PinnedPart = (typeof PINNED_PARTS)[number]

export interface ServerPins {
  id: string
  /**
   * Of each tool by name the digests of `PINNED_PARTS`, as `pinDigest` shortens them; null: it has no such part. null:
   * the server has not listed its tools itself.
   */
  tools: Record<string, (string | null)[]> | null
}

/** A tile of the family `states`. Servers of which there is nothing to say but `healthy` have the shortest entries. */
export interface StatesTile {
  form: typeof BUNDLE_FORM
  servers: Record<string, ServerStateEntry>
}

export const BUNDLE_VERDICTS = ['healthy', 'degraded', 'down', 'unknown'] as const
export type BundleVerdict = (typeof BUNDLE_VERDICTS)[number]

/** Kinds of breakages that speak of a changed tool or server; `down` and `degraded` are in the verdict. */
export const CHANGE_KINDS = ['auth_changed', 'schema_breaking', 'tool_removed', 'safety', 'unsafe_text'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** The state of a server, by its id. Times are whole minutes since 1970, so that few entries change. */
export interface ServerStateEntry {
  v: BundleVerdict
  /** While it is degraded or down: since when. */
  since?: number
  /**
   * From then on the verdict is not to be relied on: of `down`, when the service's own next check is overdue; of
   * others, when the verdict is stale. Rounded up: of `down` to 5 minutes, after an hour of the outage to 15 and after
   * six to 60, of others to 6 hours, so that few entries change. Left out: it was never observed.
   */
  until?: number
  /** The chance in percent that it is up in an hour, a multiple of 5. Left out: 95 or more. */
  up?: number
  /**
   * The open breakages that speak of a change: the tools concerned, or null for the whole server. `unsafe_text` of no
   * tool: only what a catalog says of the server, which its callers are not shown; whoever names its address or package
   * in a catalog may write that.
   */
  changed?: Partial<Record<ChangeKind, string[] | null>>
  /** It asks for credentials: alive, and not tested further. */
  auth?: true
  /** Where something is said against it: the servers of its alternatives that cannot be used now. */
  out?: string[]
}

/** What the bundle has of one server. */
export interface KnownServer {
  facts: ServerFacts
  /** null: never observed. */
  state: ServerStateEntry | null
  /** null: not read, or the server has none. */
  pins: ServerPins | null
}

/** The part of a bundle that a caller holds. */
export interface BundleView {
  /** When its states were assessed, and from when on nothing may be decided from it; milliseconds since 1970. */
  assessedAt: number
  expiresAt: number
  /** The servers of a key; several where a name leads to several. */
  servers: ReadonlyMap<ServerKey, readonly KnownServer[]>
  /** What the caller's setup calls a server, by the server's id. */
  configuredNames: ReadonlyMap<string, string>
}
