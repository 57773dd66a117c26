import { pypiProjectName } from 'assay-decide/names'
import validateNpmName from 'validate-npm-package-name'
import { usableName } from './usable-name'

/** A name and, after an `@`, a version, a range or a tag. */
const NPM_WITH_VERSION = /^(@[^/@]+\/[^/@]+|[^/@]+)@[\w.^~<>=*|+\- ]+$/

/**
 * The npm package a text names, its version left out; undefined where npm never allowed such a name. Names allowed in
 * the past, also with capitals, are still valid and distinguished by case as npm does.
 */
export function npmNameOf(text: string): string | undefined {
  const name = usableName(NPM_WITH_VERSION.exec(text)?.[1] ?? text)
  return name !== undefined && validateNpmName(name).validForOldPackages ? name : undefined
}

/** PEP 508: a name, extras, then a version or a marker; and `name@version`, which uv accepts. */
const PYPI_REQUIREMENT =
  /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)\s*(?:\[[^\]]*\]\s*)?(?:\(?(?:===|[=~!<>]=|[<>])[^;]*|@[\w.+!-]+\s*)?(?:;\s*(?:python_|sys_|os_|platform_|implementation_|extra\b).*)?$/i

/**
 * The PyPI project a text names, as PEP 503 writes it, with extras, version and marker left out; undefined where it is
 * not a valid name.
 */
export function pypiNameOf(text: string): string | undefined {
  const name = text === text.trim() ? PYPI_REQUIREMENT.exec(text)?.[1] : undefined
  return usableName(name === undefined ? undefined : pypiProjectName(name))
}
