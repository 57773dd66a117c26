import { contentHash } from 'assay-verify/canonical-json'
import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import type { TargetSummary } from 'assay-verify/state/target-summary'
import { cleanLine } from '../text/hostile-text'
import { type AuthorizationServer, REGISTRATIONS, type Registration } from './authorization-server'
import type { Challenge } from './challenges'
import type { MetadataPlace, ResourceMetadata } from './resource-metadata'
import { scopesOf } from './scopes'

/** What is wrong with the metadata of a sign-in; what a fault concerns is not used. */
export const SIGN_IN_FAULTS = {
  no_challenge: 'Its refusal carries no WWW-Authenticate header.',
  resource_mismatch: 'Its protected-resource metadata is about another resource.',
  issuer_mismatch: 'The metadata of an authorization server names another issuer.',
  not_public: 'It names an address that is not public.',
  metadata_unavailable: 'Metadata that it names could not be read.',
} as const
export type SignInFault = keyof typeof SIGN_IN_FAULTS
export const SIGN_IN_FAULT_CODES = Object.keys(SIGN_IN_FAULTS) as [SignInFault, ...SignInFault[]]

/**
 * How a client signs in at an endpoint that asks for credentials, as its refusal and its metadata say. Strangers'
 * texts, cleaned and capped.
 */
export interface SignIn {
  endpoint: string
  /** Changes with the schemes, scopes and metadata address of the challenge. */
  challenge: string
  /** Authentication schemes of the challenge, in lower case; empty: it carries none. */
  schemes: string[]
  /** The error code of a Bearer challenge, as `invalid_token`; null: none. */
  error: string | null
  /** Where the protected-resource metadata was found; null: nowhere. */
  resourceMetadata: MetadataPlace | null
  authorizationServers: AuthorizationServer[]
  registration: Registration
  /** Scopes that the challenge names, else those of the protected-resource metadata. */
  scopes: string[]
  faults: SignInFault[]
  /** When it was last asked for, and when the metadata was read; epoch milliseconds. */
  askedAt: number
  readAt: number
}

const MOST_SCHEMES = 8
const LONGEST_ERROR = 60
/** What a challenge says before any metadata is read. */
export interface Asked {
  schemes: string[]
  error: string | null
  scopes: string[]
  /** The address of `resource_metadata`, as sent; null: none. */
  metadataUrl: string | null
  /** See `SignIn.challenge`. */
  challenge: string
}

export function askedBy(challenges: readonly Challenge[]): Asked {
  const schemes = [...new Set(challenges.map(({ scheme }) => cleanLine(scheme, 40)))].slice(0, MOST_SCHEMES)
  const parameterOf = (name: string) =>
    challenges.find(({ scheme, parameters }) => scheme === 'bearer' && parameters.has(name))?.parameters.get(name)
  const scopes = scopesOf((parameterOf('scope') ?? '').split(' '))
  const metadataUrl = parameterOf('resource_metadata') ?? null
  const error = parameterOf('error')
  return {
    schemes,
    error: error === undefined ? null : cleanLine(error, LONGEST_ERROR),
    scopes,
    metadataUrl,
    challenge: contentHash([schemes, scopes, metadataUrl]),
  }
}

/** The sign-in that a challenge and the metadata read for it describe. `readAt` is now. */
export function signInOf(
  endpoint: string,
  asked: Asked,
  resource: ResourceMetadata | null,
  authorizationServers: AuthorizationServer[],
  faults: Iterable<SignInFault>,
  now: Date,
): SignIn {
  const { schemes, error, challenge } = asked
  return {
    endpoint,
    challenge,
    schemes,
    error,
    resourceMetadata: resource?.place ?? null,
    authorizationServers,
    registration: bestRegistration(authorizationServers),
    scopes: asked.scopes.length > 0 ? asked.scopes : (resource?.scopes ?? []),
    faults: [...new Set([...(schemes.length === 0 ? (['no_challenge'] as const) : []), ...faults])],
    askedAt: now.getTime(),
    readAt: now.getTime(),
  }
}

function bestRegistration(servers: readonly AuthorizationServer[]): Registration {
  const read = servers.filter(({ metadata }) => metadata !== null)
  if (read.length === 0) return 'unknown'
  const offered = new Set<Registration>(read.flatMap(({ registration }) => registration))
  return REGISTRATIONS.find((one) => offered.has(one)) ?? 'pre_registered'
}

/** Whether the metadata of an endpoint is read again: after a day, or after an hour where its challenge has changed. */
export function isReadingDue(
  known: Pick<SignIn, 'challenge' | 'askedAt'> | null,
  challenge: string,
  now: Date,
): boolean {
  if (known === null) return true
  const age = now.getTime() - known.askedAt
  // One that is dated ahead was written by a wrong clock.
  return age < 0 || age >= (known.challenge === challenge ? DAY_MS : HOUR_MS)
}

/** Endpoints of one server whose sign-in is kept. */
const MOST_ENDPOINTS = 4

/**
 * What is known of the sign-ins of a server after another reading, the newest first. A reading in which metadata was
 * unavailable does not replace one of the same challenge that was whole.
 */
export function withSignIn(known: readonly SignIn[], found: SignIn): SignIn[] {
  const before = known.find(({ endpoint }) => endpoint === found.endpoint)
  const isPartial = found.faults.includes('metadata_unavailable')
  const isKept =
    isPartial &&
    before !== undefined &&
    before.challenge === found.challenge &&
    !before.faults.includes('metadata_unavailable')
  const entry = isKept ? { ...before, askedAt: found.askedAt } : found
  return [entry, ...known.filter(({ endpoint }) => endpoint !== found.endpoint)].slice(0, MOST_ENDPOINTS)
}

/**
 * The sign-in of the endpoint that its server leads with, by what is known of its targets; null: not known. Without
 * known targets, as in rows of older versions, the newest reading.
 */
export function leadingSignIn(
  known: readonly SignIn[] | null | undefined,
  [leading]: readonly Pick<TargetSummary, 'url'>[] = [],
): SignIn | null {
  const found = leading === undefined ? known?.[0] : known?.find(({ endpoint }) => endpoint === leading.url)
  return found ?? null
}
