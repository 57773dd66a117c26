import { DAY_MS } from 'assay-verify/duration'
import { config } from '../../config'
import { mountTextFile } from './text-file'

/** A reader must not trust it for longer; less than a year, as RFC 9116 recommends. */
const VALID_DAYS = 180

/** The file of RFC 9116 for whoever found a weakness; undefined where the operator gave no contact. */
export function securityText(contact: string | null, baseUrl: string, now: Date): string | undefined {
  if (contact === null) return undefined
  const expires = new Date(Math.floor(now.getTime() / DAY_MS + VALID_DAYS) * DAY_MS).toISOString()
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
  ]
  return `${lines.join('\n')}\n`
}

/** /.well-known/security.txt */
export const mountSecurityText = () =>
  mountTextFile('text/plain; charset=utf-8', ({ baseUrl, now }) => securityText(config().securityContact, baseUrl, now))
