import { expect, test } from 'vitest'
import { parseConfig } from '../config'
import { addressesOf, withPassword } from './database-addresses'

test('an address may name several hosts, as libpq reads it', () => {
  expect(addressesOf('postgres://u:p,w@one:5432,[::1]:6432,three/name?sslmode=require')).toEqual([
    'postgres://u:p,w@one:5432/name?sslmode=require',
    'postgres://u:p,w@[::1]:6432/name?sslmode=require',
    'postgres://u:p,w@three/name?sslmode=require',
  ])
  expect(addressesOf('postgresql://one/name')).toEqual(['postgresql://one/name'])
})

test('a password is added where there is none', () => {
  expect(withPassword('postgres://u@one,two/n', 'a$&b/c')).toBe('postgres://u:a%24%26b%2Fc@one,two/n')
  expect(withPassword('postgres://one/n', 'x')).toBe('postgres://:x@one/n')
  expect(withPassword('postgres://u:own@one/n', 'x')).toBe('postgres://u:own@one/n')
  expect(withPassword('postgres://u@one/n', undefined)).toBe('postgres://u@one/n')
})

test('replicas are a list, whose entries may name several hosts', () => {
  const { databaseUrl, replicas } = parseConfig({
    DATABASE_URL: 'postgres://u@one,two/n',
    DATABASE_READ_URL: 'postgres://u@three,four:6432/n, postgresql://other:own@five/n',
    DATABASE_PASSWORD: 'pw',
  })
  expect(databaseUrl).toBe('postgres://u:pw@one,two/n')
  expect(replicas).toEqual({
    addresses: ['postgres://u:pw@three/n', 'postgres://u:pw@four:6432/n', 'postgresql://other:own@five/n'],
    mostBehindMs: 10_000,
  })
})

const ON_POSTGRES = { DATABASE_URL: 'postgres://one/n' }

test.each([
  [{ DATABASE_URL: 'postgres://one:70000/n' }, 'DATABASE_URL: a postgres:// address.'],
  [{ DATABASE_URL: 'postgres://one,,two/n' }, 'DATABASE_URL: a postgres:// address.'],
  [{ DATABASE_URL: 'postgres:///n' }, 'DATABASE_URL: a postgres:// address.'],
  [
    { ...ON_POSTGRES, DATABASE_READ_URL: 'postgres://two/n,mysql://three/n' },
    'DATABASE_READ_URL: postgres:// addresses',
  ],
  [{ ...ON_POSTGRES, DATABASE_READ_LAG_SECONDS: '1' }, 'DATABASE_READ_LAG_SECONDS: a whole number from 2 to 300.'],
  [{ ...ON_POSTGRES, ROLE: 'wroker' }, 'ROLE: '],
  [{ DATABASE_READ_URL: 'postgres://two/n' }, 'DATABASE_READ_URL: needs DATABASE_URL, of which it names replicas.'],
  [{ ROLE: 'api' }, 'ROLE: api needs DATABASE_URL, as the embedded database is of one process.'],
])('%j is refused', (environment, message) => {
  expect(() => parseConfig(environment)).toThrow(message)
})
