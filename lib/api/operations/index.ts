import type { OperationName } from '../../contract/operations'
import type { Endpoint } from '../../http/operation'
import type { Context } from '../context'
import { alternativesEndpoint } from './alternatives'
import { badgeEndpoint } from './badge/badge'
import { badgeJsonEndpoint } from './badge/badge-json'
import { breakagesEndpoint } from './breakages/breakages'
import { breakagesAtomEndpoint } from './breakages/breakages-atom'
import { breakagesJsonFeedEndpoint } from './breakages/breakages-json-feed'
import { breakagesRssEndpoint } from './breakages/breakages-rss'
import { categoriesEndpoint } from './categories'
import { categoryEndpoint } from './category'
import { categoryCsvEndpoint } from './category-csv'
import { declarationsEndpoint } from './declarations'
import { feedEndpoint } from './feed'
import { healthEndpoint } from './health'
import { healthzEndpoint } from './healthz'
import { historyEndpoint } from './history'
import { incidentEndpoint } from './incidents/incident'
import { incidentsEndpoint } from './incidents/incidents'
import { ingestEndpoint } from './ingest'
import { jwksEndpoint } from './jwks'
import { createKeyEndpoint } from './keys/create-key'
import { revokeKeyEndpoint } from './keys/revoke-key'
import { showKeyEndpoint } from './keys/show-key'
import { llmsEndpoint } from './llms'
import { lockEndpoint } from './lock'
import { lockManyEndpoint } from './lock-many'
import { logEndpoint } from './log/log'
import { logCheckpointEndpoint } from './log/log-checkpoint'
import { logDocumentEndpoint } from './log/log-document'
import { logLeavesEndpoint } from './log/log-leaves'
import { logObservationsEndpoint } from './log/log-observations'
import { logProofEndpoint } from './log/log-proof'
import { logTileEndpoint } from './log/log-tile'
import { lookupEndpoint } from './lookup'
import { openapiEndpoint } from './openapi'
import { pingEndpoint } from './ping'
import { readyzEndpoint } from './readyz'
import { aiCatalogEndpoint } from './registry/ai-catalog'
import { policyServersEndpoint } from './registry/policy-servers'
import { policyVersionEndpoint } from './registry/policy-version'
import { policyVersionsEndpoint } from './registry/policy-versions'
import { registryServersEndpoint } from './registry/registry-servers'
import { registryVersionEndpoint } from './registry/registry-version'
import { registryVersionsEndpoint } from './registry/registry-versions'
import { reportEndpoint } from './report'
import { routeEndpoint } from './route'
import { scoreEndpoint } from './score'
import { searchEndpoint } from './search'

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
  breakages: breakagesEndpoint,
  incidents: incidentsEndpoint,
  incident: incidentEndpoint,
  report: reportEndpoint,
  categories: categoriesEndpoint,
  category: categoryEndpoint,
  categoryCsv: categoryCsvEndpoint,
  ingest: ingestEndpoint,
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
  badge: badgeEndpoint,
  badgeEndpoint: badgeJsonEndpoint,
  healthz: healthzEndpoint,
  readyz: readyzEndpoint,
} satisfies Record<OperationName, Endpoint<Context>>
