import { expect, test } from 'vitest'
import { transportSecurity } from './settle-target'

test('only a service whose public address is https asks browsers to stay with it', () => {
  expect(transportSecurity('https://assay.example')).toBe('max-age=31536000')
  expect(transportSecurity('http://localhost:3000')).toBeUndefined()
})
