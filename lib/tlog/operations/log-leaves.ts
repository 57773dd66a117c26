import { defineEndpoint } from '../../http/operation'
import type { TlogContext } from '../context'
import { getTlog } from '../get-tlog'
import { listNewestLeaves } from '../sql/leaves'

/** Published leaves that name a subject, or all, the newest first. */
export const logLeavesEndpoint = defineEndpoint(
  'logLeaves',
  async ({ subject, before, limit }, context: TlogContext) => {
    const size = (await getTlog(context).state())?.published ?? 0
    const end = Math.min(before ?? size, size)
    const rows = await listNewestLeaves(context.db, subject ?? null, end, limit)
    const leaves = rows.map(({ index: leaf, kind, subject: about, at, digest }) => {
      return { leaf, kind, subject: about, at: at.toISOString(), digest }
    })
    return { size, leaves, before: leaves.length < limit ? null : (leaves.at(-1)?.leaf ?? null) }
  },
)
