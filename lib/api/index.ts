import type { OperationName } from '../contract/operations'
import type { Door } from '../http/operation'
import { alternativesDoor } from './alternatives'
import { breakagesDoor } from './breakages'
import { categoriesDoor } from './categories'
import { categoryDoor } from './category'
import type { Context } from './context'
import { healthDoor } from './health'
import { jwksDoor } from './jwks'
import { openapiDoor } from './openapi'
import { pingDoor } from './ping'
import { reportDoor } from './report'
import { routeDoor } from './route'
import { scoreDoor } from './score'
import { searchDoor } from './search'

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
  jwks: jwksDoor,
  openapi: openapiDoor,
} satisfies Record<OperationName, Door<Context>>
