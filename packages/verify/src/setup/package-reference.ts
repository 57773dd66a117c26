import { namedByAddress } from './public-address.ts'
import { type Named, named, notLookedUp } from './setup-server.ts'

const NPM = /^(@[a-z0-9~-][\w.~-]*\/[\w.~-]+|[a-z0-9~][\w.~-]*)(?:@([\w.^~<>=*|+-]+))?$/i
const PYPI = /^([a-z0-9](?:[\w.-]*[a-z0-9])?)(?:\[[\w,.-]*\])?(?:(?:==|@)([\w.+!-]+)|[~!<>]=?[\w.,<>=!~*]+)?$/i
const IMAGE =
  /^((?:[a-z0-9.-]+(?::\d{1,5})?\/)?[a-z0-9][\w.-]*(?:\/[\w.-]+)*)(?::(\w[\w.-]{0,127}))?(?:@sha256:[0-9a-f]{64})?$/i
/** Longer than any package is named. */
const LONGEST = 214
/** A word, optionally with a scope, that ends like a file or a path is not the name of a package. */
const FILE = /^[.~/\\]|^[a-z]:|\\|\.(?:js|mjs|cjs|ts|py|sh|json|jar|tgz|whl|exe)$/i

/**
 * A package of npm or PyPI as a command names it, with an exact version where one is given; also a repository that is
 * installed from.
 */
export function namedByPackage(reference: string): Named {
  if (/^(?:git\+|https?:|ssh:|git:|git@)/i.test(reference)) return namedByAddress(withoutRevision(reference))
  if (/^github:/i.test(reference)) return namedByAddress(`https://github.com/${withoutRevision(reference.slice(7))}`)
  if (reference.length > LONGEST || FILE.test(reference)) return notLookedUp('local_program')
  const [, name, version] = NPM.exec(reference) ?? PYPI.exec(reference) ?? []
  return name === undefined ? notLookedUp('no_name') : named([{ kind: 'package', text: name }], exactVersion(version))
}

/** An image as `docker run` names it; its tag is the version where it is a number. */
export function namedByImage(reference: string): Named {
  const [, name, tag] = (reference.length <= LONGEST && !FILE.test(reference) && IMAGE.exec(reference)) || []
  if (name === undefined) return notLookedUp('no_name')
  const host = name.includes('/') ? (name.split('/')[0] ?? '') : ''
  if (host.includes(':') || /^localhost$/i.test(host)) return notLookedUp('local_address')
  return named([{ kind: 'package', text: `pkg:docker/${name}` }], exactVersion(tag))
}

/** 1.2.3, also with `v` before it; null: a range, a tag, or nothing. */
export function exactVersion(text: string | undefined): string | null {
  const version = /^v?(\d+(?:\.\d+)*(?:[-+.]?[\w.+-]{1,40})?)$/.exec(text ?? '')?.[1]
  return version ?? null
}

/** `git+https://host/owner/name@main#subdirectory=x` without what follows the repository. */
function withoutRevision(reference: string): string {
  const [plain = ''] = reference.split('#')
  const path = plain.lastIndexOf('/')
  const at = plain.indexOf('@', path)
  return at > path && path > 0 ? plain.slice(0, at) : plain
}
