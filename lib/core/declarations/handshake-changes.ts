import { contentHash } from 'assay-verify/canonical-json'
import { quoted } from 'assay-verify/text/visible-text'
import { change, linesOf } from '../drift/drift-text'
import type { ToolChange } from '../drift/types'
import type { Declarations } from './declarations'
import { missingFrom } from './listed-changes'

export function instructionChanges(before: Declarations, after: Declarations): ToolChange[] {
  if (before.instructions === after.instructions) return []
  if (before.instructions === '') return [change('additive', 'instructions_added', 'It now sends instructions.')]
  if (after.instructions === '') return [change('wording', 'instructions_removed', 'It no longer sends instructions.')]
  return [
    change(
      'wording',
      'instructions_changed',
      'Its instructions changed.',
      linesOf(before.instructions ?? '', after.instructions ?? ''),
    ),
  ]
}

export function infoChanges({ serverInfo: was }: Declarations, { serverInfo: is }: Declarations): ToolChange[] {
  if (contentHash(was) === contentHash(is)) return []
  if (was?.name !== is?.name) return [change('wording', 'server_renamed', 'It gives another name.')]
  if (was?.version !== is?.version) {
    const versions = `${quoted(was?.version ?? 'none')} to ${quoted(is?.version ?? 'none')}`
    return [
      change(
        'wording',
        'version_changed',
        `Its version changed from ${versions}.`,
        linesOf(`version ${was?.version ?? 'none'}`, `version ${is?.version ?? 'none'}`),
      ),
    ]
  }
  return [change('wording', 'server_info_changed', 'Its title or web site changed.')]
}

/** Members of capabilities without which a caller only asks more often. */
const CONVENIENCE = /\.listChanged$|^experimental\b/

export function capabilityChanges(
  { capabilities: was }: Declarations,
  { capabilities: is }: Declarations,
): ToolChange[] {
  if (was === null || is === null) return []
  return [
    ...missingFrom(is, was).map((name) =>
      change(
        CONVENIENCE.test(name) ? 'wording' : 'breaking',
        'capability_removed',
        `Capability ${quoted(name)} is gone.`,
      ),
    ),
    ...missingFrom(was, is).map((name) => change('additive', 'capability_added', `Capability ${quoted(name)} is new.`)),
  ]
}

export function extensionChanges({ extensions: was }: Declarations, { extensions: is }: Declarations): ToolChange[] {
  const [before, after] = [Object.keys(was), Object.keys(is)]
  const changed = before.filter((name) => is[name] !== undefined && is[name] !== was[name])
  return [
    ...missingFrom(after, before).map((name) =>
      change('breaking', 'extension_removed', `Extension ${quoted(name)} is gone.`),
    ),
    ...changed.map((name) =>
      change('wording', 'extension_changed', `The settings of extension ${quoted(name)} changed.`),
    ),
    ...missingFrom(before, after).map((name) =>
      change('additive', 'extension_added', `Extension ${quoted(name)} is new.`),
    ),
  ]
}
