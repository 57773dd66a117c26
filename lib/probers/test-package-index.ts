import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { loadNpmIndex } from './package/npm-index'
import type { PackageIndex } from './package/package-index'
import { pypiIndex } from './package/pypi-index'
import { serve } from './test-servers'

/** A package index on loopback, in the forms that npm and PyPI document, and the configuration that leads to it. */

/** An answer for a path: metadata, or a status. */
export type IndexResponses = Readonly<Record<string, object | number>>

/** What shows that an address is an index: npm's ping, and the type of PyPI's list of projects. */
const IDENTITIES: Readonly<Record<string, string>> = {
  '/-/ping': 'application/json',
  '/simple/': 'application/vnd.pypi.simple.v1+json',
}

/**
 * Serves these answers and shows to be an index; 404 in JSON, as both indexes do, for any other path. Resolves to its
 * origin and what was asked of it.
 */
export async function serveIndex(answers: IndexResponses): Promise<{ origin: string; requests: string[] }> {
  const requests: string[] = []
  const origin = await serve(({ url = '' }, response) => {
    requests.push(url)
    const identity = IDENTITIES[url]
    const answer = Object.hasOwn(answers, url) ? answers[url] : identity === undefined ? 404 : {}
    response.setHeader('content-type', identity ?? 'application/json')
    if (typeof answer === 'number') response.writeHead(answer).end('{"error":"Not found"}')
    else response.end(JSON.stringify(answer))
  })
  return { origin, requests }
}

/** The index as npm's own configuration gives it, where the environment names it and no file does. */
export async function npmIndexAt(origin: string, variables: Record<string, string> = {}): Promise<PackageIndex> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-npm-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const environment = { HOME: folder, PREFIX: folder, npm_config_registry: `${origin}/`, ...variables }
  return loadNpmIndex({ environment, folder })
}

export { pypiIndex as pypiIndexAt }

/** Metadata of one version as npm publishes it. */
export function manifest(name: string, version: string, members: object = {}): object {
  const dist = { tarball: `http://127.0.0.1/${name}/-/x-${version}.tgz`, shasum: 'a'.repeat(40) }
  return { name, version, license: 'MIT', dist, ...members }
}

/** Metadata of all versions of an npm package; the last one is tagged `latest`. */
export function packument(name: string, versions: object[], members: object = {}): object {
  const byVersion = Object.fromEntries(versions.map((one) => [(one as { version: string }).version, one]))
  const names = Object.keys(byVersion)
  const times = Object.fromEntries(names.map((version, n) => [version, `2026-01-0${n + 1}T10:00:00.000Z`]))
  return {
    _id: name,
    name,
    'dist-tags': { latest: names.at(-1) },
    versions: byVersion,
    time: { created: '2026-01-01T10:00:00.000Z', modified: '2026-02-01T10:00:00.000Z', ...times },
    ...members,
  }
}

/** A file of a release in PyPI's JSON. */
export function pypiFile(packagetype: 'bdist_wheel' | 'sdist', members: object = {}): object {
  return { packagetype, upload_time_iso_8601: '2026-03-04T05:06:07.123456Z', yanked: false, ...members }
}

/** Metadata of a project as PyPI's JSON API gives it. */
export function pypiProject(name: string, info: object = {}, urls: object[] = [pypiFile('bdist_wheel')]): object {
  return { info: { name, version: '1.2.3', license: 'MIT', yanked: false, ...info }, urls, releases: {} }
}
