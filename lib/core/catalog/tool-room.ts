/** Tools a server may have at a time: more than six times what the largest real server lists. */
export const MOST_LIVE_TOOLS = 2_000

/**
 * Tools kept of a server in all, removed ones included: every current name may be replaced once within
 * `REMOVED_TOOL_DAYS`. A server that lists ever-new names gets no further rows until old ones are deleted.
 */
export const MOST_TOOL_ROWS = 2 * MOST_LIVE_TOOLS

/**
 * A removed tool is deleted after so many days where its server needs the room. Longer than its breakage stays open,
 * and than the search index and its readers need to learn of the removal.
 */
export const REMOVED_TOOL_DAYS = 31

/** Ids of the tools that are kept of one server. */
export interface ToolIds {
  live: ReadonlySet<string>
  removed: ReadonlySet<string>
}

/**
 * Which of these tools there is room for, in the order offered. A live one always keeps its place; a removed one that
 * is offered again needs a place among the live ones, a new one also a row.
 */
export function idsWithRoom(offered: Iterable<string>, { live, removed }: ToolIds): Set<string> {
  const taken = new Set<string>()
  let added = 0
  let rows = live.size + removed.size
  for (const id of offered) {
    if (taken.has(id)) continue
    if (!live.has(id)) {
      const isNew = !removed.has(id)
      if (live.size + added >= MOST_LIVE_TOOLS || (isNew && rows >= MOST_TOOL_ROWS)) continue
      added += 1
      if (isNew) rows += 1
    }
    taken.add(id)
  }
  return taken
}
