import { expect, test } from 'vitest'
import { openSearch } from './open-search'
import { securityText } from './security-text'

test('security.txt names its contact and ends within a year; without a contact there is none', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  expect(securityText('mailto:security@assay.example', 'https://assay.example', now)).toBe(
    'Contact: mailto:security@assay.example\nExpires: 2027-05-22T00:00:00.000Z\nPreferred-Languages: en\n' +
      'Canonical: https://assay.example/.well-known/security.txt\n',
  )
  expect(securityText(null, 'https://assay.example', now)).toBeUndefined()
})

test('opensearch.xml has the address of the service as XML has it', () => {
  expect(openSearch('https://assay.example/a&b')).toContain(
    'template="https://assay.example/a&amp;b/search?q={searchTerms}"',
  )
})
