import { signingKeyFromSeed } from 'assay-verify/attestation'
import { ATTESTATION_TYPE } from 'assay-verify/attestation-check'
import { signAttestation } from 'assay-verify/test-attestations'
import { expect, test } from 'vitest'
import { checkSignature } from './check-signature'

const NOW = new Date('2026-11-22T10:00:00Z')
const toolId = 'garden/northwind/file-cabinet'
const key = signingKeyFromSeed(new Uint8Array(32).fill(7))
const keys = { keys: [key.publicJwk] }
const iat = NOW.getTime() / 1000 - 60
const claims = {
  iss: 'https://assay.example',
  sub: toolId,
  iat,
  exp: iat + 86_400,
  verdict: 'healthy',
  score: 91.2,
  grade: 'A',
  formula: 'assay-3',
  asOf: null,
} as const
const attestation = signAttestation(claims, key)
const [head, payload, signature] = attestation.split('.') as [string, string, string]
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
