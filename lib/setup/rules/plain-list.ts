import { namedByCommand } from 'assay-verify/setup/command-name'
import { namedByImage, namedByPackage } from 'assay-verify/setup/package-reference'
import { namedByAddress } from 'assay-verify/setup/public-address'
import {
  type Identifier,
  isSecretLike,
  type Named,
  named,
  notLookedUp,
  type SetupServer,
} from 'assay-verify/setup/setup-server'

/** Longer than any id or name; a longer line is not a name. */
const LONGEST = 300

/**
 * A list of names, ids, addresses and commands: one to a line, or with commas between. Empty lines and comments (`#`)
 * are skipped; each is read once.
 */
export function readPlainList(text: string): SetupServer[] {
  const items = text
    .split('\n')
    .flatMap((line) => (/^\s*#/.test(line) ? [] : line.split(/[,;]/)))
    .map((item) => item.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .map((item) => item.replace(/^(["'`])(.*)\1$/, '$2').trim())
  return [...new Set(items)].filter((item) => item !== '').map((item) => ({ name: item, ...namedByText(item) }))
}

/** What one name of a list may mean. */
function namedByText(text: string): Named {
  if (text.length > LONGEST) return notLookedUp('no_name')
  if (/^[A-Za-z_]\w*\s*=(?!=)/.test(text)) return notLookedUp('no_name')
  if (isSecretLike(text) && !/^(?:https?|ssh|git\+\w+|git):\/\//i.test(text)) return notLookedUp('looks_secret')
  if (/:\/\/|^[\w.-]+@[\w.-]+:/.test(text)) return namedByAddress(text)
  if (/^pkg:/i.test(text)) return namedByPackageUrl(text)
  if (/\s/.test(text)) return namedByWords(text)
  const asPackage = namedByPackage(text)
  const asPath = /^[^\s@]+\/[^\s]+$/.test(text) ? namedByPath(text) : undefined
  return asPath ?? asPackage
}

/** `npx name`, or an id with spaces in it. */
function namedByWords(text: string): Named {
  const [program = '', ...args] = text.split(/\s+/)
  const asCommand = namedByCommand(program, args)
  if (asCommand.why !== 'local_program') return asCommand
  return text.includes('/') ? named([{ kind: 'id', text }]) : notLookedUp('no_name')
}

/** `a/b/c` is an id; `owner/name` may also be a repository of GitHub, or an image. */
function namedByPath(text: string): Named {
  const id: Identifier = { kind: 'id', text }
  if (/^[./~]|\\/.test(text)) return notLookedUp('local_program')
  if (text.split('/').length !== 2) return named([id])
  const image = namedByImage(text)
  return named([id, { kind: 'repo', text }, ...image.identifiers], image.version)
}

function namedByPackageUrl(text: string): Named {
  const [, name, version] = /^(pkg:[\w.+-]+\/[^@?#\s]+|pkg:npm\/@[^@?#\s]+)(?:@([^?#\s]*))?/i.exec(text) ?? []
  if (name === undefined) return notLookedUp('no_name')
  return named([{ kind: 'package', text: name }], /^v?\d/.test(version ?? '') ? (version ?? null) : null)
}
