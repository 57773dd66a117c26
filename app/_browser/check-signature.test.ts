import { expect, test } from 'vitest'
import { EXAMPLES } from '../../lib/contract/examples'
import { ATTESTATION_TYPE } from '../../lib/core/attestation'
import { checkSignature } from './check-signature'

const { attestation, toolId } = EXAMPLES.score as { attestation: string; toolId: string }
const keys = EXAMPLES.jwks as Parameters<typeof checkSignature>[2]
const [head, payload, signature] = attestation.split('.') as [string, string, string]
const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { iat: number }
const NOW = new Date(claims.iat * 1000 + 60_000)
const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.each([
  ['valid', attestation, toolId, keys, NOW],
  ['malformed', 'a.b', toolId, keys, NOW],
  ['malformed', `${attestation}.x`, toolId, keys, NOW],
  ['wrong_type', `${text({ alg: 'none', typ: ATTESTATION_TYPE })}.${payload}.${signature}`, toolId, keys, NOW],
  ['wrong_type', `${text({ alg: 'EdDSA', typ: 'JWT' })}.${payload}.${signature}`, toolId, keys, NOW],
  ['unknown_key', attestation, toolId, { keys: [] }, NOW],
  ['bad_signature', `${head}.${text({ ...claims, score: 100 })}.${signature}`, toolId, keys, NOW],
  ['other_subject', attestation, 'another/id', keys, NOW],
  ['expired', attestation, toolId, keys, new Date(NOW.getTime() + 2 * 86_400_000)],
] as const)('%s', async (result, token, subject, keySet, now) => {
  expect(await checkSignature(token, subject, keySet, now)).toBe(result)
})
