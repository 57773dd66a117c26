import { alternativesEndpoint } from '../api/operations/alternatives'
import { badgeSvgEndpoint } from '../api/operations/badge/badge'
import { badgeJsonEndpoint } from '../api/operations/badge/badge-json'
import { categoriesEndpoint } from '../api/operations/categories'
import { categoryEndpoint } from '../api/operations/category'
import { categoryCsvEndpoint } from '../api/operations/category-csv'
import { checkEndpoint } from '../api/operations/check'
import { healthEndpoint } from '../api/operations/health'
import { healthzEndpoint } from '../api/operations/healthz'
import { historyEndpoint } from '../api/operations/history'
import { ingestEndpoint } from '../api/operations/ingest'
import { jwksEndpoint } from '../api/operations/jwks'
import { llmsEndpoint } from '../api/operations/llms'
import { lookupEndpoint } from '../api/operations/lookup'
import { openapiEndpoint } from '../api/operations/openapi'
import { pingEndpoint } from '../api/operations/ping'
import { readyzEndpoint } from '../api/operations/readyz'
import { reportEndpoint } from '../api/operations/report'
import { routeEndpoint } from '../api/operations/route'
import { scoreEndpoint } from '../api/operations/score'
import { searchEndpoint } from '../api/operations/search'
import { bundleManifestEndpoint } from '../bundle/operations/bundle-manifest'
import { bundleTileEndpoint } from '../bundle/operations/bundle-tile'
import { hookClaudeCodeEndpoint } from '../bundle/operations/hook-claude-code'
import type { OperationName } from '../contract/operations'
import { declarationsEndpoint } from '../declarations/operations/declarations'
import { feedEndpoint } from '../feed/operations/feed'
import type { Endpoint } from '../http/operation'
import { breakagesEndpoint } from '../incidents/operations/breakages'
import { breakagesAtomEndpoint } from '../incidents/operations/breakages-atom'
import { breakagesJsonFeedEndpoint } from '../incidents/operations/breakages-json-feed'
import { breakagesRssEndpoint } from '../incidents/operations/breakages-rss'
import { incidentEndpoint } from '../incidents/operations/incident'
import { incidentsEndpoint } from '../incidents/operations/incidents'
import { createKeyEndpoint } from '../keys/operations/create-key'
import { revokeKeyEndpoint } from '../keys/operations/revoke-key'
import { showKeyEndpoint } from '../keys/operations/show-key'
import { productEndpoint } from '../products/operations/product'
import { aiCatalogEndpoint } from '../registry/operations/ai-catalog'
import { policyServersEndpoint } from '../registry/operations/policy-servers'
import { policyVersionEndpoint } from '../registry/operations/policy-version'
import { policyVersionsEndpoint } from '../registry/operations/policy-versions'
import { registryServersEndpoint } from '../registry/operations/registry-servers'
import { registryVersionEndpoint } from '../registry/operations/registry-version'
import { registryVersionsEndpoint } from '../registry/operations/registry-versions'
import { logEndpoint } from '../tlog/operations/log'
import { logCheckpointEndpoint } from '../tlog/operations/log-checkpoint'
import { logDocumentEndpoint } from '../tlog/operations/log-document'
import { logLeavesEndpoint } from '../tlog/operations/log-leaves'
import { logObservationsEndpoint } from '../tlog/operations/log-observations'
import { logProofEndpoint } from '../tlog/operations/log-proof'
import { logTileEndpoint } from '../tlog/operations/log-tile'
import { lockEndpoint } from '../tool-lock/operations/lock'
import { lockManyEndpoint } from '../tool-lock/operations/lock-many'
import type { ServiceContext } from './service-app'

/**
 * The endpoint of every operation, by name, for the adapters. A test pairs this list with the contract and with the
 * routes under app/.
 */
export const ENDPOINTS = {
  ping: pingEndpoint,
  search: searchEndpoint,
  route: routeEndpoint,
  health: healthEndpoint,
  score: scoreEndpoint,
  declarations: declarationsEndpoint,
  history: historyEndpoint,
  lock: lockEndpoint,
  lockMany: lockManyEndpoint,
  alternatives: alternativesEndpoint,
  product: productEndpoint,
  breakages: breakagesEndpoint,
  incidents: incidentsEndpoint,
  incident: incidentEndpoint,
  report: reportEndpoint,
  categories: categoriesEndpoint,
  category: categoryEndpoint,
  categoryCsv: categoryCsvEndpoint,
  ingest: ingestEndpoint,
  check: checkEndpoint,
  createKey: createKeyEndpoint,
  showKey: showKeyEndpoint,
  revokeKey: revokeKeyEndpoint,
  log: logEndpoint,
  logCheckpoint: logCheckpointEndpoint,
  logTile: logTileEndpoint,
  logProof: logProofEndpoint,
  logDocument: logDocumentEndpoint,
  logLeaves: logLeavesEndpoint,
  logObservations: logObservationsEndpoint,
  jwks: jwksEndpoint,
  openapi: openapiEndpoint,
  llms: llmsEndpoint,
  lookup: lookupEndpoint,
  feed: feedEndpoint,
  bundleManifest: bundleManifestEndpoint,
  bundleTile: bundleTileEndpoint,
  hookClaudeCode: hookClaudeCodeEndpoint,
  registryServers: registryServersEndpoint,
  registryVersions: registryVersionsEndpoint,
  registryVersion: registryVersionEndpoint,
  policyServers: policyServersEndpoint,
  policyVersions: policyVersionsEndpoint,
  policyVersion: policyVersionEndpoint,
  aiCatalog: aiCatalogEndpoint,
  breakagesRss: breakagesRssEndpoint,
  breakagesAtom: breakagesAtomEndpoint,
  breakagesJsonFeed: breakagesJsonFeedEndpoint,
  badge: badgeSvgEndpoint,
  badgeEndpoint: badgeJsonEndpoint,
  healthz: healthzEndpoint,
  readyz: readyzEndpoint,
} satisfies Record<OperationName, Endpoint<ServiceContext>>
