import { DAY_MS, daysAgo, type Lie, PAPER } from './lie'

const hourAgo = (now: Date, days: number) => `${Math.floor((now.getTime() - days * DAY_MS) / 3_600_000) * 3600}`
const queued = (fact: object, at: string) =>
  `INSERT INTO log_queue (fact) VALUES ('${JSON.stringify({ v: 2, queuedAt: at, ...fact })}'::json)`
const nothingBefore = { previous: null, target: 0, kind: 'interval' }

export const LIES: readonly Lie[] = [
  {
    ...{ attack: 'a back-dated fact of time up', tried: '20 days, into log_queue', before: 'broke' },
    statements: (_, now) => [
      queued({ ...nothingBefore, id: 'w/lazy', state: 'up', at: daysAgo(now, 20) }, now.toISOString()),
    ],
  },
  {
    ...{ attack: 'a back-dated row of time up', tried: '20 days, into intervals, and the rating', before: 'broke' },
    statements: ({ flaky }, now) => [
      `INSERT INTO intervals (server_key, target_no, started_at, ended_at, state) VALUES (${flaky}, 0, '${daysAgo(now, 30)}', '${daysAgo(now, 15)}', 'up')`,
    ],
  },
  {
    ...{ attack: 'an outage is erased', tried: 'DELETE of the rows of it', before: 'held' },
    statements: ({ flaky }) => [`DELETE FROM intervals WHERE server_key = ${flaky} AND state = 'down'`],
  },
  {
    ...{ attack: 'an outage is shortened', tried: 'to a second each', before: 'held' },
    statements: ({ flaky }) => [
      `UPDATE intervals SET ended_at = started_at + interval '1 second' WHERE server_key = ${flaky} AND state = 'down'`,
    ],
  },
  {
    ...{ attack: 'an outage becomes time up', tried: 'UPDATE of its state', before: 'held' },
    statements: ({ flaky }) => [`UPDATE intervals SET state = 'up' WHERE server_key = ${flaky} AND state = 'down'`],
  },
  {
    ...{ attack: 'back-dated maintenance', tried: 'a row over both outages', before: 'broke' },
    statements: ({ flaky }, now) => [
      `INSERT INTO intervals (server_key, target_no, started_at, ended_at, state) VALUES (${flaky}, 0, '${daysAgo(now, 13)}', '${now.toISOString()}', 'maintenance')`,
    ],
  },
  {
    ...{ attack: 'a back-dated fact of maintenance', tried: '20 days, into log_queue', before: 'broke' },
    statements: (_, now) => [
      queued({ ...nothingBefore, id: 'w/flaky', state: 'maintenance', at: daysAgo(now, 20) }, now.toISOString()),
    ],
  },
  {
    ...{ attack: 'a back-dated monitoring gap', tried: 'a row over both outages', before: 'not tried' },
    statements: (_, now) => [
      `INSERT INTO monitoring_gaps (vantage, started_at, ended_at, is_open) VALUES ('test', '${daysAgo(now, 13)}', '${now.toISOString()}', false)`,
    ],
  },
  {
    ...{ attack: 'score documents are deleted', tried: 'all of them', before: 'broke' },
    statements: () => [`DELETE FROM log_documents WHERE kind = 'score'`],
  },
  {
    ...{
      attack: 'documents are deleted as expired',
      tried: 'hourly lines: kept_until a year ago, and gone',
      before: 'not tried',
    },
    statements: () => [`DELETE FROM log_documents WHERE kind = 'score_inputs'`],
  },
  {
    ...{ attack: 'a document is rewritten', tried: 'inputs of a score', before: 'held' },
    statements: () => [
      `UPDATE log_documents SET body = replace(body, '"downHours30d":', '"downHours30d":0,"x":') WHERE kind = 'score'`,
    ],
  },
  {
    ...{ attack: 'a verdict without one before', tried: 'from: null, into log_queue', before: 'broke' },
    statements: (_, now) => [
      queued({ kind: 'verdict', at: now.toISOString(), id: 'w/flaky', from: null, to: 'healthy' }, now.toISOString()),
    ],
  },
  {
    ...{ attack: 'observations are altered', tried: 'latencies of an hour of last week', before: 'held' },
    statements: (_, now) => [
      `UPDATE observations SET latency_ms = 5 WHERE observed_at >= ${hourAgo(now, 6)} AND observed_at < ${hourAgo(now, 6)} + 3600`,
    ],
  },
  {
    ...{ attack: 'observations are deleted', tried: 'an hour of last week', before: 'broke' },
    statements: (_, now) => [
      `DELETE FROM observations WHERE observed_at >= ${hourAgo(now, 6)} AND observed_at < ${hourAgo(now, 6)} + 3600`,
    ],
  },
  {
    ...{ attack: 'observations are added', tried: 'copies seven seconds later, last week', before: 'broke' },
    statements: (_, now) => [
      `INSERT INTO observations (server_key, observed_at, latency_ms, reason, http_status, vantage_key, target_no) SELECT server_key, observed_at + 7, latency_ms, reason, http_status, vantage_key, target_no FROM (SELECT * FROM observations WHERE observed_at >= ${hourAgo(now, 6)} AND observed_at < ${hourAgo(now, 6)} + 3600) AS o`,
    ],
  },
  {
    ...{ attack: 'latencies of scores', tried: '20 ms in what a score is computed from', before: 'broke' },
    statements: ({ flaky }) => [
      `UPDATE server_states SET score_facts = jsonb_set(jsonb_set(score_facts::jsonb, '{latencyP50Ms}', '20'), '{latencyP95Ms}', '20')::json WHERE server_key = ${flaky}`,
    ],
  },
  {
    ...{ attack: 'the number of probes', tried: '100,000 in what a score is computed from', before: 'broke' },
    statements: ({ flaky }) => [
      `UPDATE server_states SET score_facts = jsonb_set(score_facts::jsonb, '{looks}', '100000')::json WHERE server_key = ${flaky}`,
    ],
  },
  {
    ...{ attack: 'hours up of scores', tried: '700 in what a score is computed from', before: 'held' },
    statements: ({ flaky }) => [
      `UPDATE server_states SET score_facts = jsonb_set(score_facts::jsonb, '{upHours30d}', '700')::json WHERE server_key = ${flaky}`,
    ],
  },
  {
    ...{ attack: 'a stored verdict', tried: 'in ratings, for one probe', before: 'held' },
    waits: true,
    statements: ({ flaky }) => [`UPDATE subjects SET verdict = 'down' WHERE server_key = ${flaky}`],
  },
  {
    ...{ attack: 'hours are logged again', tried: 'observations_from two days ago', before: 'not tried' },
    waits: true,
    statements: (_, now) => [
      `UPDATE log_leaves SET identity = NULL WHERE kind = 'observations'`,
      `UPDATE log_state SET observations_from = '${daysAgo(now, 2)}'`,
    ],
  },
  {
    ...{
      attack: 'a back-dated state',
      tried: 'the service is made to state a stretch from 20 days ago',
      before: 'broke',
    },
    waits: true,
    statements: ({ flaky }, now) => [
      `DELETE FROM intervals WHERE server_key = ${flaky}`,
      `UPDATE target_states SET state = jsonb_set(state::jsonb, '{interval,fromAt}', '${now.getTime() - 20 * DAY_MS}')::json WHERE server_key = ${flaky}`,
    ],
  },
  {
    ...{ attack: 'catalog entries', tried: 'the title of a server', before: 'broke' },
    documented: PAPER,
    statements: ({ flaky }) => [`UPDATE servers SET title = 'Another' WHERE key = ${flaky}`],
  },
  {
    ...{ attack: 'forecasts', tried: 'the history that a forecast is computed from', before: 'broke' },
    documented: PAPER,
    statements: ({ flaky }) => [
      `UPDATE server_states SET state = jsonb_set(state::jsonb, '{history,upHours}', '700')::json WHERE server_key = ${flaky}`,
    ],
  },
]
