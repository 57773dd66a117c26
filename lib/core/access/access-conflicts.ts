import type { Reason } from 'assay-verify/reason'
import type { Access } from 'assay-verify/verdict'
import type { AuthScheme } from '../catalog/catalog'
import type { SignIn } from './sign-in'

/** What a catalog declares of the access to a server. */
export interface DeclaredAccess {
  access: Access
  /** null: it does not say. */
  scheme: AuthScheme | null
}

/**
 * How credentials are sent, observed before declared; null: neither is known. An endpoint that names an authorization
 * server takes a token of it.
 */
export function schemeOf(signIn: SignIn | null, declared: AuthScheme | null): AuthScheme | null {
  return signIn !== null && signIn.authorizationServers.length > 0 ? 'oauth' : declared
}

/** Where what was observed contradicts the catalog; what was observed counts. `observed`: null before it was. */
export function accessConflicts(observed: Access | null, signIn: SignIn | null, declared: DeclaredAccess): Reason[] {
  const asks = observed === 'auth' || observed === 'paid'
  const conflicts: (Reason | false)[] = [
    asks && declared.access === 'open' && DECLARED_OPEN,
    observed === 'open' && (declared.access === 'auth' || declared.access === 'paid') && DECLARED_CLOSED,
    observed === 'auth' &&
      declared.scheme !== null &&
      schemeOf(signIn, declared.scheme) !== declared.scheme &&
      DECLARED_API_KEY,
  ]
  return conflicts.filter((one) => one !== false)
}

const DECLARED_OPEN = {
  code: 'declared_open',
  text: 'Its catalog declares it open, but the endpoint asks for credentials or payment.',
}
const DECLARED_CLOSED = {
  code: 'declared_closed',
  text: 'Its catalog declares that it asks for credentials or payment, but the endpoint answered without.',
}
const DECLARED_API_KEY = {
  code: 'declared_api_key',
  text: 'Its catalog declares an API key, but the endpoint names an authorization server: it takes a token of OAuth.',
}
