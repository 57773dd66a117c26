import type { OperationName } from '../contract/operations'
import type { Door } from '../http/operation'
import { alternativesDoor } from './alternatives'
import { badgeDoor } from './badge'
import { badgeEndpointDoor } from './badge-endpoint'
import { breakagesDoor } from './breakages'
import { breakagesAtomDoor } from './breakages-atom'
import { breakagesJsonFeedDoor } from './breakages-json-feed'
import { breakagesRssDoor } from './breakages-rss'
import { categoriesDoor } from './categories'
import { categoryDoor } from './category'
import type { Context } from './context'
import { createKeyDoor } from './create-key'
import { feedDoor } from './feed'
import { healthDoor } from './health'
import { ingestDoor } from './ingest'
import { jwksDoor } from './jwks'
import { llmsDoor } from './llms'
import { lookupDoor } from './lookup'
import { openapiDoor } from './openapi'
import { pingDoor } from './ping'
import { reportDoor } from './report'
import { revokeKeyDoor } from './revoke-key'
import { routeDoor } from './route'
import { scoreDoor } from './score'
import { searchDoor } from './search'
import { showKeyDoor } from './show-key'

/** Every operation, by name: what the doors mount. A test pairs this list with the contract and with the routes under app/. */
export const DOORS = {
  ping: pingDoor,
  search: searchDoor,
  route: routeDoor,
  health: healthDoor,
  score: scoreDoor,
  alternatives: alternativesDoor,
  breakages: breakagesDoor,
  report: reportDoor,
  categories: categoriesDoor,
  category: categoryDoor,
  ingest: ingestDoor,
  createKey: createKeyDoor,
  showKey: showKeyDoor,
  revokeKey: revokeKeyDoor,
  jwks: jwksDoor,
  openapi: openapiDoor,
  llms: llmsDoor,
  lookup: lookupDoor,
  feed: feedDoor,
  breakagesRss: breakagesRssDoor,
  breakagesAtom: breakagesAtomDoor,
  breakagesJsonFeed: breakagesJsonFeedDoor,
  badge: badgeDoor,
  badgeEndpoint: badgeEndpointDoor,
} satisfies Record<OperationName, Door<Context>>
