import type { Package } from './catalog'

/**
 * Whose arguments they are: of the program that starts the package (`docker run`), before its name, or of the package
 * itself, after it.
 */
export const ARGUMENT_PLACES = ['runtime', 'package'] as const

/** An argument that the command of a package takes. Its texts were written by its publisher. */
export interface PackageArgument {
  place: (typeof ARGUMENT_PLACES)[number]
  /** `--port`; null: it has a place, and no name. */
  name: string | null
  /**
   * What to pass, unless the caller chooses another value; parts in braces are the caller's. null: the caller chooses
   * it.
   */
  value: string | null
  /** A short word for the value, such as `folder`; null: none is given. */
  valueHint: string | null
  description: string | null
  isRequired: boolean
  /** Whether it may be given several times. */
  isRepeated: boolean
}

/** An environment variable that the process of a package reads. Its value is never known here. */
export interface PackageVariable {
  name: string
  isRequired: boolean
  /** Whether its value is one to keep secret. */
  isSecret: boolean
  description: string | null
}

/** Every environment variable that is known of a package; of a source that only names the required ones, those. */
export function variablesOf({ environment, variables = [] }: Package): PackageVariable[] {
  return environment ?? variables.map((name) => ({ name, isRequired: true, isSecret: false, description: null }))
}

/**
 * The words after the command of a package that starts: the fixed values and placeholders (`YOUR_FOLDER`) of what is
 * required. Those of the program that starts it are left out: a publisher must not choose what `docker run` mounts in a
 * text that is there to be copied.
 */
export function argumentWords({ registry, arguments: all = [] }: Package): string[] {
  const words = all.filter(({ place, isRequired }) => place === 'package' && isRequired).flatMap(wordsOf)
  // What follows the name of a NuGet tool is read by dnx up to this.
  return registry === 'nuget' && words.length > 0 ? ['--', ...words] : words
}

function wordsOf(argument: PackageArgument): string[] {
  const { name, value } = argument
  return [...(name === null ? [] : [name]), value ?? placeholderOf(argument)]
}

function placeholderOf({ valueHint, name }: PackageArgument): string {
  const word = (valueHint ?? name ?? 'value').replace(/[^A-Za-z0-9]+/g, '_').replace(/^_|_$/g, '')
  return `YOUR_${(word || 'value').toUpperCase().slice(0, 40)}`
}

/** Required arguments whose value the caller chooses. */
export function argumentsToFill({ arguments: all = [] }: Package): PackageArgument[] {
  return all.filter(({ isRequired, value }) => isRequired && (value === null || /[{}]/.test(value)))
}
