import { PACKAGE_REGISTRIES } from 'assay-verify/target-kind'
import { isSecretValue } from 'assay-verify/text/secret-value'
import type { Package } from '../core/catalog/catalog'
import type { PackageArgument, PackageVariable } from '../core/catalog/package-inputs'
import { cleanLine } from '../core/text/hostile-text'
import type { Adjustments } from './adjustments'
import { MAX_ADDRESS, membersOf, readShortText, readString } from './intake'

const MOST_ARGUMENTS = 20
const MOST_VARIABLES = 20
const MOST_CHARS = 200
const VARIABLE_NAME = /^[A-Za-z_]\w{0,63}$/
const HEADER_NAME = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/
const ARGUMENT_NAME = /^-{0,2}[\w][\w.:-]{0,63}$/

/**
 * A package with what its process takes, in the form of a `server.json`; null where its registry is unknown or it has
 * no name.
 */
export function readPackage(
  {
    registry,
    name,
    version,
    variables,
    runtimeArguments,
    packageArguments,
    environmentVariables,
  }: Readonly<Record<string, unknown>>,
  adjusted: Adjustments,
): Package | null {
  const known = isPackageRegistry(registry) ? registry : null
  const text = readString(name, adjusted) ?? ''
  // The name of an mcpb package is its address.
  const clean = cleanLine(text, MAX_ADDRESS)
  if (known === null || clean === '' || text.length > MAX_ADDRESS) {
    adjusted.add('package_dropped')
    return null
  }
  const cleanVersion = readShortText(version, adjusted)
  const required = readVariables(variables)
  return {
    registry: known,
    name: clean,
    ...(cleanVersion !== null && { version: cleanVersion }),
    ...(required.length > 0 && { variables: required }),
    ...readInputs({ runtimeArguments, packageArguments, environmentVariables }),
  }
}

/** Names of environment variables; what is none is left out. */
function readVariables(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  const names = value.filter((name): name is string => typeof name === 'string' && VARIABLE_NAME.test(name))
  return [...new Set(names)].slice(0, MOST_VARIABLES)
}

function isPackageRegistry(value: unknown): value is Package['registry'] {
  return PACKAGE_REGISTRIES.some((registry) => registry === value)
}

type Inputs = Pick<Package, 'variables' | 'environment' | 'arguments'>
interface Given {
  runtimeArguments: unknown
  packageArguments: unknown
  environmentVariables: unknown
}

/**
 * What the process of a package takes, in the form of a `server.json`. What is not in its form is left out, and so is a
 * value that looks like a secret.
 */
export function readInputs({ runtimeArguments, packageArguments, environmentVariables }: Given): Inputs {
  const environment = readVariablesOf(environmentVariables, VARIABLE_NAME)
  const required = environment.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const found = [...readArguments(runtimeArguments, 'runtime'), ...readArguments(packageArguments, 'package')]
  return {
    ...(required.length > 0 && { variables: required }),
    ...(environment.length > 0 && { environment }),
    ...(found.length > 0 && { arguments: found }),
  }
}

function readArguments(value: unknown, place: PackageArgument['place']): PackageArgument[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, MOST_ARGUMENTS).flatMap((item) => {
    const given = membersOf(item)
    const name = typeof given.name === 'string' && ARGUMENT_NAME.test(given.name) ? given.name : null
    // Without its name, the value of a named argument would stand in another's place.
    if (given.type === 'named' && name === null) return []
    return [
      {
        place,
        name: given.type === 'positional' ? null : name,
        value: givenValue(given, name),
        valueHint: lineOf(given.valueHint),
        description: lineOf(given.description),
        isRequired: given.isRequired === true,
        isRepeated: given.isRepeated === true,
      },
    ]
  })
}

function givenValue(given: Readonly<Record<string, unknown>>, name: string | null): string | null {
  const value = lineOf(given.value) ?? lineOf(given.default)
  return value === null || given.isSecret === true || isSecretValue(value, name ?? '') ? null : value
}

/** The headers that an address reads, in the form of a `server.json`; nothing where it names none. */
export function readHeaders(value: unknown): { headers?: PackageVariable[] } {
  const headers = readVariablesOf(value, HEADER_NAME)
  return headers.length > 0 ? { headers } : {}
}

function readVariablesOf(value: unknown, namePattern: RegExp): PackageVariable[] {
  if (!Array.isArray(value)) return []
  const all = value
    .map(membersOf)
    .flatMap(({ name, isRequired, isSecret, description }) =>
      typeof name === 'string' && namePattern.test(name)
        ? [{ name, isRequired: isRequired === true, isSecret: isSecret === true, description: lineOf(description) }]
        : [],
    )
  // The required ones first, so that none of them is cut.
  const ordered = [...all.filter(({ isRequired }) => isRequired), ...all.filter(({ isRequired }) => !isRequired)]
  return [...new Map(ordered.reverse().map((one) => [one.name, one])).values()].reverse().slice(0, MOST_VARIABLES)
}

/** A text as one clean line; null: there is none. */
function lineOf(value: unknown): string | null {
  return typeof value === 'string' ? cleanLine(value, MOST_CHARS) || null : null
}
