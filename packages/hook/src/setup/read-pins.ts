import { readFileSync, statSync } from 'node:fs'
import { PINNED_PARTS } from 'assay-decide/bundle'
import { pinDigest } from 'assay-decide/names'
import type { ToolPins } from 'assay-decide/policy'
import { type LockedTool, parseLockFile } from 'assay-verify/lock/lock-file'
import { messageOf } from '../message-of.ts'
import { lineFileText } from '../state/line-file.ts'

const LARGEST_BYTES = 64_000_000

/** The pins of a lock file as a file of lines, a server each; `fault`: why there are none, a sentence. */
export function readPins(path: string): { text: string; fault: string | null } {
  try {
    if (statSync(path).size > LARGEST_BYTES) throw new Error('it is too large.')
    const { servers } = parseLockFile(readFileSync(path, 'utf8'))
    const lines = servers.flatMap(({ id, tools }) =>
      tools === null
        ? []
        : [[pinName(id), Object.fromEntries(tools.map((tool) => [tool.name, pinsOf(tool)]))] as const],
    )
    return { text: lineFileText(lines), fault: null }
  } catch (error) {
    const why = messageOf(error)
    return { text: lineFileText([]), fault: `The pins of ${path} are not checked: ${why}` }
  }
}

/** What a server is called in that file: ids may have spaces. */
export function pinName(serverId: string): string {
  return encodeURIComponent(serverId)
}

/** The pins of a tool as the bundle shortens them. */
export function pinsOf(tool: LockedTool): ToolPins {
  const pins: ToolPins = {}
  for (const part of PINNED_PARTS) {
    const digest = tool[part]
    const short = digest === null || digest === undefined ? digest : pinDigest(digest)
    if (short !== undefined) pins[part] = short
  }
  return pins
}
