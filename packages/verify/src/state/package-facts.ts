import type { PackageRegistry } from '../target-kind.ts'

/** What a package index publishes of the newest version of a package. Texts are cleaned. */
export interface PackageFacts {
  registry: PackageRegistry
  /** As its index writes it; of PyPI as PEP 503 normalizes it. */
  name: string
  /** The newest version: of npm the one tagged `latest`. */
  version: string
  /** When this version was published, epoch milliseconds; null: the index does not say. */
  publishedAt: number | null
  /** Why it is deprecated (npm) or withdrawn (PyPI); null: it is not. */
  deprecated: string | null
  /** At most 100 characters; null: the index names none. */
  licence: string | null
  /**
   * Whether installing it runs code of the package: install scripts (npm), or no wheel, so that it is built (PyPI).
   * null: the index does not say.
   */
  hasInstallScripts: boolean | null
  /** Whether the index publishes attestations of where it was built. null: the index does not say. */
  hasProvenance: boolean | null
}
