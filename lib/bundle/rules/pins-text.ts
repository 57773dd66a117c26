import { PINNED_PARTS } from 'assay-decide/bundle'
import { pinDigest } from 'assay-decide/names'
import { listDigests, type ToolDigests } from 'assay-verify/lock/server-digests'
import { membersText } from './tile-text'

/** `ServerPins.tools` of a server that lists these tools, as JSON. */
export function pinsText(tools: readonly ToolDigests[]): string {
  return membersText(
    listDigests(tools).map((tool) => [
      tool.name,
      PINNED_PARTS.map((part) => {
        const digest = tool[part]
        return digest === null ? null : (pinDigest(digest) ?? null)
      }),
    ]),
  )
}
