import createClient from 'openapi-fetch'
import type { components, paths } from './types.js'

// Makes the calls of an agent with types and a client generated from the service's document alone. One argument: the
// address of the service.

declare const process: { argv: string[] }
declare const console: { log(text: string): void }

const baseUrl = process.argv[2] ?? ''
const client = createClient<paths>({ baseUrl })
type Problem = components['schemas']['Problem']

/** The data of a good answer. Throws with the problem of any other. */
function good<Data>(
  name: string,
  { data, error, response }: { data?: Data; error?: Problem | undefined; response: Response },
) {
  if (data === undefined) throw new Error(`${name}: ${response.status} ${error?.code}: ${error?.detail}`)
  return data
}

function must(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`expected: ${what}`)
}

const { ok } = good('ping', await client.GET('/v1/ping'))
must(ok, 'ping is ok')

const { results } = good(
  'search',
  await client.GET('/v1/search', { params: { query: { q: 'read a file', limit: 3 } } }),
)
const [found] = results
if (found === undefined) throw new Error('search found nothing')
const toolId: string = found.toolId
must(results.length <= 3, 'the limit is kept')

const routed = good(
  'route',
  await client.GET('/v1/route', {
    params: { query: { task: 'read a file', access: 'open', exclude: ['garden/a', 'garden/b'], minScore: 0 } },
  }),
)
must(routed.chosen === null || routed.chosen.callHints.timeoutMs >= 1000, 'the chosen tool has call hints')

const path = { toolId }
const health = good('health', await client.GET('/v1/health/{toolId}', { params: { path } }))
must(health.toolId === toolId, 'health is that of the tool, with its slashes')
const up: number | undefined = health.forecast.horizons[0]?.up
must(up === undefined || up <= 1, 'a forecast is a probability')

const score = good('score', await client.GET('/v1/score/{toolId}', { params: { path, query: { explain: '1' } } }))
must(score.attestation.split('.').length === 3, 'an attestation has three parts')
must((score.components ?? []).length > 0, 'a score is explained')

const { alternatives } = good('alternatives', await client.GET('/v1/alternatives/{toolId}', { params: { path } }))
must(
  alternatives.every(({ independent }) => independent?.repository),
  'alternatives are independent',
)

const { incidents, breakages } = good(
  'breakages',
  await client.GET('/v1/breakages', { params: { query: { limit: 5 } } }),
)
must(incidents.length <= 5 && breakages.length <= 5, 'breakages keep the limit')

const feed = good('feed', await client.GET('/v1/reliability/feed'))
must(
  feed.scores.some((row) => row.toolId === toolId),
  'the feed has the tool',
)
const delta = good(
  'feed since',
  await client.GET('/v1/reliability/feed', { params: { query: { since: feed.version } } }),
)
must(delta.answer === 'delta' || delta.version !== feed.version, 'the feed since a version is a delta')

const lookup = good(
  'lookup',
  await client.POST('/v1/reliability/lookup', {
    body: { ids: [found.serverId ?? ''], packages: ['no-such-package-anywhere'] },
  }),
)
must(
  lookup.resolved.some((row) => row.serverId === found.serverId),
  'the server is resolved',
)
must(lookup.unresolved.includes('no-such-package-anywhere'), 'an unknown package is unresolved')

const { apiKey, keyId } = good('createKey', await client.POST('/v1/keys'))
const headers = { Authorization: `Bearer ${apiKey}` }
const ingested = good(
  'ingest',
  await client.POST('/v1/ingest', { headers, body: { events: [{ toolId, success: true, latencyMs: 212.5 }] } }),
)
must(ingested.accepted === 1 && ingested.ignored === 0, 'the outcome is counted')
const shown = good('showKey', await client.GET('/v1/keys/me', { headers }))
must(shown.keyId === keyId && shown.usage.eventsToday === 1, 'the key has reported one outcome')
const revoked = await client.DELETE('/v1/keys/me', { headers: { 'X-API-Key': apiKey } })
must(revoked.response.status === 204, 'the key is revoked')
const refused = await client.GET('/v1/keys/me', { headers })
must(refused.error?.code === 'revoked_key', 'a revoked key is refused')

const report = good('report', await client.GET('/v1/report'))
must(report.license === 'CC-BY-4.0' && report.totals.tools > 0, 'the report counts tools')
const { categories } = good('categories', await client.GET('/v1/categories'))
const slug = categories.find(({ tracked }) => tracked > 0)?.slug ?? ''
const category = good('category', await client.GET('/v1/categories/{slug}', { params: { path: { slug } } }))
must(category.rows[0]?.rank === 1, 'a category is ranked')
const { keys } = good('jwks', await client.GET('/.well-known/jwks.json'))
must(keys[0]?.crv === 'Ed25519', 'the keys are Ed25519')

const rss = good('breakagesRss', await client.GET('/v1/breakages.rss', { parseAs: 'text' }))
must(rss.includes('<rss'), 'breakages are served as RSS')
const badge = good('badge', await client.GET('/badge/{toolId}.svg', { params: { path }, parseAs: 'text' }))
must(badge.startsWith('<svg'), 'a badge is an SVG')

const unknown = await client.GET('/v1/health/{toolId}', { params: { path: { toolId: `${toolId}x` } } })
must(unknown.error?.code === 'unknown_tool', 'an unknown tool is a problem')
must(unknown.error?.nearest?.includes(toolId) === true, 'the problem names the nearest ids')

// The types refuse what the service refuses.
// @ts-expect-error: a search needs a query
void (() => client.GET('/v1/search'))
// @ts-expect-error: there is no such constraint
void (() => client.GET('/v1/route', { params: { query: { task: 'a', access: 'closed' } } }))
// @ts-expect-error: an outcome has a success
void (() => client.POST('/v1/ingest', { body: { events: [{ toolId, latencyMs: 5 }] } }))
// @ts-expect-error: a verdict is one of four
void (health.verdict === 'fine')

console.log('The generated client made every call.')
