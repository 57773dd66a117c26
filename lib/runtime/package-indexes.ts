import { type Config, environmentOfNpm } from '@/lib/config'
import { loadNpmIndex } from '@/lib/probers/package/npm-index'
import type { PackageIndex, PackageIndexes } from '@/lib/probers/package/package-index'
import { pypiIndex } from '@/lib/probers/package/pypi-index'

/**
 * The package indexes that the settings name, opened when they are first needed; without npm's where its own
 * configuration cannot be read.
 */
export function openPackageIndexes(
  { npm, pypiUrl }: Pick<Config['probe'], 'npm' | 'pypiUrl'>,
  log: (line: string) => void,
): () => Promise<PackageIndexes> {
  let opened: Promise<PackageIndexes> | undefined
  return () => {
    opened ??= (npm ? npmIndex(log) : Promise.resolve({})).then((indexes) => ({
      ...indexes,
      ...(pypiUrl === null ? {} : { pypi: pypiIndex(pypiUrl) }),
    }))
    return opened
  }
}

async function npmIndex(log: (line: string) => void): Promise<{ npm?: PackageIndex }> {
  try {
    return { npm: await loadNpmIndex({ environment: environmentOfNpm(), folder: process.cwd() }) }
  } catch (error) {
    log(
      `Packages of npm are not looked up: npm's configuration cannot be read (${error instanceof Error ? error.message : 'unknown'}).`,
    )
    return {}
  }
}
