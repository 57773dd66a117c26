import type { CallHints } from '../contract/shapes/route'
import type { Package } from '../core/catalog/catalog'
import { argumentsToFill, variablesOf } from '../core/catalog/package-inputs'
import { oneLine } from '../core/text/hostile-text'

/** Of a text that a publisher wrote, quoted in a note. */
const MOST_QUOTED = 80

/** What the process of a package takes, in the form of an answer. */
export function processInputs(run: Package): Pick<NonNullable<CallHints['package']>, 'args' | 'env'> {
  return {
    args: (run.arguments ?? []).map(({ isRequired, isRepeated, ...rest }) => ({
      ...rest,
      required: isRequired,
      repeated: isRepeated,
    })),
    env: variablesOf(run).map(({ name, isRequired, isSecret, description }) => ({
      name,
      required: isRequired,
      secret: isSecret,
      description,
    })),
  }
}

/**
 * What the caller must choose before the process of a package can start. Words of its publisher are quoted.
 * `asksForKey`: a launch without variables ended with asking for a key, which counts where the source names no
 * variable.
 */
export function processNotes(run: Package, asksForKey: boolean): CallHints['notes'] {
  const open = argumentsToFill(run)
  const variables = variablesOf(run).filter(({ isRequired }) => isRequired)
  return [
    ...(open.length === 0
      ? []
      : [{ code: 'arguments_to_fill', text: `Its command takes as arguments: ${open.map(argumentText).join('; ')}.` }]),
    ...(variables.length === 0
      ? asksForKey
        ? [KEY_NOT_NAMED]
        : []
      : [
          {
            code: 'variables_to_set',
            text: `Its process needs the environment ${variables.length === 1 ? 'variable' : 'variables'} ${variables.map(({ name }) => name).join(', ')}.`,
          },
        ]),
  ]
}

const KEY_NOT_NAMED = {
  code: 'variables_to_set',
  text: 'Started without variables, its process asked for a key and ended. Its documentation says which variable takes it.',
}

function argumentText({
  name,
  valueHint,
  description,
  isRepeated,
}: ReturnType<typeof argumentsToFill>[number]): string {
  const what = quoted([name, valueHint].filter((part) => part !== null).join(' ') || 'value')
  const said = description === null ? '' : ` (${quoted(description)})`
  return `${isRepeated ? 'one or more of ' : ''}${what}${said}`
}

function quoted(text: string): string {
  return JSON.stringify(oneLine(text, MOST_QUOTED))
}
