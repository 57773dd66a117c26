import { getDomain } from 'tldts'

/** Whose a namespace is, by the rule of the registry that gave it: an account at a code host, or a domain. */
export type ProvedNamespace = { account: string; domain: null } | { account: null; domain: string }

/** Registries that give a namespace only to whoever proves to have the account or the domain, by the form of an id. */
const ACCOUNT = /^official\/io\.(?:github|gitlab)\.([^/]+)\//
const DOMAIN = /^official\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)\//i

/**
 * The account (`official/io.github.OWNER/...`) or the registered domain (`official/com.example/...`) that an id proves;
 * null: its registry gives every name to everybody.
 */
export function provedNamespace(id: string): ProvedNamespace | null {
  const account = ACCOUNT.exec(id)?.[1]?.toLowerCase()
  if (account !== undefined) return { account, domain: null }
  const domain = getDomain((DOMAIN.exec(id)?.[1] ?? '').toLowerCase().split('.').reverse().join('.'))
  return domain === null ? null : { account: null, domain }
}
