import { toProbeFailure } from '../failures'
import { type ProbeControls, ProbeFailure, type ProbeSettings } from '../prober'
import { unusable } from './index-metadata'
import type { PackageIndex } from './package-index'

const NOT_SHOWN =
  'The package index answered that it has no such package, but nothing shows that it is a package index.'

/** The addresses of each index at which one was seen by this process: scopes of npm may have one of their own. */
const shown = new WeakMap<PackageIndex, Set<string>>()

/** Notes that a package index answered at this address: with valid metadata, or its identity. */
export function noteIndex(index: PackageIndex, base: string): void {
  shown.set(index, (shown.get(index) ?? new Set()).add(base))
}

/**
 * Ends the probe of a package that the index does not have: `package_gone` where the address was shown to be an index,
 * now or before, else `index_unusable`, since a wrong address answers 404 for every name.
 */
export async function goneFrom(
  index: PackageIndex,
  base: string,
  httpStatus: number,
  settings: ProbeSettings,
  controls: ProbeControls,
): Promise<never> {
  const isKnown = shown.get(index)?.has(base) === true
  if (!isKnown && !(await answersAsIndex(index, base, settings, controls))) throw unusable(NOT_SHOWN, { httpStatus })
  noteIndex(index, base)
  throw new ProbeFailure('package_gone', { httpStatus })
}

async function answersAsIndex(
  index: PackageIndex,
  base: string,
  { userAgent }: ProbeSettings,
  { signal }: ProbeControls,
): Promise<boolean> {
  const { identity } = index
  const address = base + identity.path
  try {
    const { status, headers } = await index.fetch(address, {
      headers: { 'user-agent': userAgent, accept: identity.accept, ...index.headersFor(address) },
      maxBytes: 0,
      signal,
      rules: { allowedOrigins: [new URL(address).origin] },
      planFor: () => 'discard',
    })
    return status === 200 && identity.isIndexType(headers['content-type'] ?? '')
  } catch (error) {
    if (toProbeFailure(error) === null) throw error
    return false
  }
}
