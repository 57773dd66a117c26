import { daysAgo, type Lie, PAPER } from './lie'

const IS_OVER = 'closed_at IS NOT NULL'
const STOLEN = 'stolen_facts'
const clearedAs = (at: string, reason: string) =>
  `(SELECT json_agg(json_build_object('digest', unsafe ->> 'digest', 'at', '${at}', 'reason', '${reason}')) FROM json_array_elements(texts) AS unsafe)`

/** About what is beside the rating of a server: breakages, clearings, the queue, reports of use, accuracy. */
export const LIES_OF_TABLES: readonly Lie[] = [
  {
    ...{ attack: 'past breakages are deleted', tried: 'all that are over', before: 'not tried' },
    statements: () => [`DELETE FROM breakages WHERE ${IS_OVER}`],
  },
  {
    ...{ attack: 'past breakages began later', tried: 'a minute before their end', before: 'not tried' },
    statements: () => [`UPDATE breakages SET opened_at = closed_at - interval '1 minute' WHERE ${IS_OVER}`],
  },
  {
    ...{ attack: 'past breakages ended sooner', tried: 'a minute after their beginning', before: 'not tried' },
    statements: () => [`UPDATE breakages SET closed_at = opened_at + interval '1 minute' WHERE ${IS_OVER}`],
  },
  {
    ...{ attack: 'a breakage is invented', tried: 'of another server, last week', before: 'not tried' },
    statements: ({ steady }) => [
      `INSERT INTO breakages (server_key, kind, severity, opened_at, last_seen_at, closed_at, evidence, incident_key) SELECT ${steady}, kind, severity, opened_at, last_seen_at, closed_at, evidence, incident_key FROM breakages WHERE ${IS_OVER} LIMIT 1`,
    ],
  },
  {
    ...{ attack: 'words about a breakage', tried: 'its evidence and severity', before: 'broke' },
    documented: PAPER,
    statements: () => [`UPDATE breakages SET severity = 'minor', evidence = '[]' WHERE ${IS_OVER}`],
  },
  {
    ...{ attack: 'a forged clearing', tried: 'of an unsafe text, three days ago', before: 'not tried' },
    statements: ({ flaky }, now) => [
      `UPDATE unsafe_texts SET cleared = ${clearedAs(daysAgo(now, 3), 'It is harmless.')} WHERE server_key = ${flaky}`,
    ],
  },
  {
    ...{ attack: 'another reason of a clearing', tried: 'of a real one', before: 'not tried' },
    statements: ({ steady }) => [
      `UPDATE unsafe_texts SET cleared = replace(cleared::text, 'It quotes', 'It hides')::json WHERE server_key = ${steady}`,
    ],
  },
  {
    ...{ attack: 'a clearing of another text', tried: 'with time and reason of a real one', before: 'not tried' },
    documented: PAPER,
    statements: ({ steady }) => [
      `UPDATE unsafe_texts SET texts = replace(texts::text, '"digest":"', '"digest":"0')::json, cleared = replace(cleared::text, '"digest":"', '"digest":"0')::json WHERE server_key = ${steady}`,
    ],
  },
  {
    ...{ attack: 'a clearing is taken away', tried: 'the row of a real one', before: 'not tried' },
    documented: PAPER,
    statements: ({ steady }) => [`UPDATE unsafe_texts SET cleared = '[]' WHERE server_key = ${steady}`],
  },
  {
    ...{ attack: 'waiting facts are deleted', tried: 'of an outage that begins', before: 'not tried' },
    ...{ waits: true, begins: true },
    statements: () => ['DELETE FROM log_queue'],
  },
  {
    ...{ attack: 'waiting facts are queued again', tried: 'signed ones, two hours later', before: 'not tried' },
    ...{ waits: true, begins: true },
    statements: () => [`CREATE TABLE ${STOLEN} AS SELECT fact, identity, signature FROM log_queue`],
    later: [
      `INSERT INTO log_queue (fact, identity, signature) SELECT fact, identity, signature FROM ${STOLEN}`,
      `DROP TABLE ${STOLEN}`,
    ],
  },
  {
    ...{ attack: 'facts of a kind never reach the queue', tried: 'a rule for breakages', before: 'not tried' },
    ...{ waits: true, begins: true, beforehand: true },
    statements: () => [
      `CREATE RULE no_breakages AS ON INSERT TO log_queue WHERE NEW.fact ->> 'kind' = 'breakage' DO INSTEAD NOTHING`,
    ],
    later: ['DROP RULE no_breakages ON log_queue'],
  },
  {
    ...{ attack: 'tables of accuracy', tried: 'a tenth of the faults of forecasts and verdicts', before: 'broke' },
    documented: PAPER,
    statements: () => [
      'UPDATE forecast_tallies SET brier = brier / 10, log_loss = log_loss / 10, ups = n',
      'UPDATE verdict_tallies SET reversed = 0, taken_back = 0',
      'DELETE FROM detection_delays',
    ],
  },
  {
    ...{ attack: 'reports of use', tried: 'two weeks of failures of twelve reporters deleted', before: 'broke' },
    ...{ documented: PAPER, waits: true },
    statements: (_, now) => [
      'UPDATE outcome_counts SET transport_failures = 0',
      `UPDATE usage_due SET due_at = '${now.toISOString()}'`,
    ],
  },
]
