import { z } from 'zod'

const START = /^(postgres(?:ql)?:\/\/)([^@/]*@)?([^/?]*)(.*)$/s

/** An address for each host that one address names, as libpq reads it: `postgres://user@one:5432,two/database`. */
export function addressesOf(address: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] = START.exec(address) ?? []
  return hosts.split(',').map((host) => scheme + user + host + rest)
}

/** The address with this password, where it has none. */
export function withPassword(address: string, password: string | undefined): string {
  const { username, password: own } = new URL(addressesOf(address)[0] ?? '')
  if (password === undefined || own !== '') return address
  return address.replace(START, `$1${username}:${encodeURIComponent(password).replaceAll('$', '$$$$')}@$3$4`)
}

const isAddress = (address: string) =>
  START.test(address) && addressesOf(address).every((one) => URL.canParse(one) && new URL(one).hostname !== '')

/** A Postgres, whose primary is one of the hosts. */
export const PostgresAddress = z.string().refine(isAddress, { error: 'a postgres:// address' })

/** Addresses separated by commas, one for each host. */
export const PostgresAddresses = z
  .string()
  .transform((text) => text.split(/,\s*(?=[a-z]+:\/\/)/))
  .refine((all) => all.every(isAddress), { error: 'postgres:// addresses, separated by commas' })
  .transform((all) => all.flatMap(addressesOf))
