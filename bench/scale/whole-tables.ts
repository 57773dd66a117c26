/** Tables that do not grow with the catalog, its evidence or its callers: a row for each kind, job, day or machine. */
export const BOUNDED_TABLES: readonly string[] = [
  'applied_formulas',
  'bundle_manifests',
  'connectivity',
  'demonstration',
  'detection_delays',
  'forecast_tallies',
  'forecast_weights',
  'key_revisions',
  'leases',
  'log_keys',
  'log_state',
  'policy_tallies',
  'product_resolution',
  'reporter_trust_progress',
  'published_files',
  'reports',
  'rollup_progress',
  'search_index',
  'service_secrets',
  'signing_keys',
  'source_states',
  'vantages',
  'verdict_tallies',
]

const DAILY = 'Once a day.'
const FIRST = 'Once in a process: what changes later is found by an index.'
const REPORT = 'The report counts the whole catalog, every five minutes where that is large.'
const COUNTED = 'Counts of the whole catalog, which a process keeps for a while.'
const RANKED = 'A category is counted and ranked as a whole; those of the fixture are large parts of the catalog.'

/** Statements that read a growing table whole, by a part of their text, and why that is meant. */
export const WHOLE_TABLES: Readonly<Record<string, string>> = {
  '"server_states"."as_of" < ': DAILY,
  'UPDATE reporter_networks SET network = numbered.number': DAILY,
  'delete from "breakages" where "breakages"."closed_at" < ': DAILY,
  'delete from "origin_policies"': DAILY,
  'DELETE FROM log_documents WHERE kept_until < ': DAILY,
  'DELETE FROM server_demand AS demand': DAILY,
  '"servers"."targets_by" IS DISTINCT FROM ': 'Once in a process: probers of another version plan all servers anew.',
  'SELECT asked.at AS "askedAt"': FIRST,
  'WHERE true AND (s.listed OR': FIRST,
  'select "key", "product_id", "publisher"': 'All products are kept in memory, and read again where one is another.',
  'select distinct "key" from "product_names"': 'All products are kept in memory, and read again where one is another.',
  'select max("updated_at"), count(*)::int': 'Whether products are to be resolved again, which is asked once a minute.',
  'INSERT INTO reporter_trust_progress': 'Once for a database: later the condition is false, and nothing is read.',
  'SELECT EXISTS (SELECT FROM subjects WHERE listed)': 'Ends at the first row that is listed.',
  'FROM subjects s JOIN tool_alternatives t': FIRST,
  'JOIN reporters r ON r.key = c.reporter_key': 'A chunk of subjects may be used by all reporters.',
  'UPDATE bundle_tiles SET unnamed_at': 'A manifest names all tiles, so that each run compares all.',
  'select "digest" from "bundle_tiles"': 'A manifest names all tiles, so that each run compares all.',
  'SELECT kind, (count(*) FILTER (WHERE closed_at IS NULL))::int AS open': REPORT,
  'SELECT class, (count(*) FILTER (WHERE at > ': REPORT,
  'FROM server_texts JOIN servers': REPORT,
  'FROM server_texts, json_array_elements(flags)': REPORT,
  'SELECT count(*)::int AS checkable': COUNTED,
  'SELECT kind, verdict, listed, count(*)::int AS n FROM subjects': REPORT,
  'WITH watched AS (': COUNTED,
  'SELECT slug, count(*)::int AS tracked': COUNTED,
  'SELECT slug, (count(DISTINCT server_key))::int AS servers': COUNTED,
  'WITH best AS ( SELECT DISTINCT ON (slug': COUNTED,
  '"servers"."registry" IN ': 'The official servers, which a process keeps for a minute.',
  'SELECT count(*)::int AS tracked': RANKED,
  'SELECT product_id AS id, bool_or(': 'A part of the sitemap, from an id on.',
  'SELECT id, product_id IS NULL AND ': 'A part of the sitemap, from an id on.',
}
