/**
 * What an import may change in catalog data, with the words of its report. Every change is counted under one of these.
 */
const ADJUSTMENTS = {
  access_unclear: 'access labels that are neither open nor closed',
  annotation_dropped: 'tool annotations of an unknown name or a wrong type, left out',
  credentials_removed: 'addresses with a user name or password, which was removed',
  description_cut: 'descriptions longer than 2,000 characters, cut',
  duplicate_server: 'servers listed more than once, merged',
  duplicate_tool: 'tools listed more than once in one server, taken once',
  field_dropped: 'fields of a wrong type, left out',
  list_cut: 'lists of tags, packages or addresses longer than 50, cut',
  older_version: 'versions of a server that are not its newest, left out',
  package_dropped: 'packages without a name or of an unknown package registry, left out',
  remote_dropped: 'addresses that are not http or https, left out',
  repository_dropped: 'repositories that are neither an address nor a path, left out',
  schema_depth_capped: 'schemas nested too deep, cut there',
  schema_dropped: 'schemas that are not objects, left out',
  schema_enum_capped: 'schemas with an enum of more than 60 values, cut',
  schema_name_dropped: 'schemas with names that are dangerous, invisible or too long, left out',
  schema_nodes_capped: 'schemas of too many parts, cut',
  schema_reduced: 'schemas larger than 20 kB, reduced to types and descriptions',
  schema_secret_redacted: 'schemas with what looks like a secret among their examples, which was removed',
  schema_text_cleaned: 'schemas with texts that were too long or held hidden characters',
  schema_value_dropped: 'schemas with values JSON cannot hold, left out',
  text_cleaned: 'texts with control characters, hidden characters or unusual spellings of letters, cleaned',
  text_cut: 'titles, tags and other short texts that were too long, cut',
  title_look_alike: 'titles with letters of another script among Latin ones, left out',
  tools_cut: 'tools beyond the 2,000th of one server, left out',
} as const satisfies Record<string, string>
export type Adjustment = keyof typeof ADJUSTMENTS

/** Counts changes since the last `take`. */
export class Adjustments {
  #counts: Record<string, number> = {}

  add(kind: Adjustment, times = 1): void {
    this.#counts[kind] = (this.#counts[kind] ?? 0) + times
  }

  /** The counts so far, by kind; counting starts again at zero. */
  take(): Record<string, number> {
    const counts = this.#counts
    this.#counts = {}
    return counts
  }
}
