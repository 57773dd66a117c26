import { signingKeyFromSeed } from 'assay-verify/attestation'
import { jwksOf, signAttestation } from 'assay-verify/test-attestations'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { onlyKey } from '../test-keys'
import { openAttester } from './attester'

const key = signingKeyFromSeed(new Uint8Array(32).fill(7))
const facts = {
  verdict: 'healthy',
  score: 91.2,
  grade: 'A',
  formula: 'assay-1',
  asOf: '2026-11-01T00:00:00.000Z',
} as const
const now = new Date('2026-11-01T00:00:00Z')
const inputs = () => ({})
const hoursOn = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

test('the same facts keep their signature for half of its lifetime', async () => {
  const { attest } = openAttester(onlyKey(key), 'https://assay.example')
  const first = await attest('a/b', facts, now, inputs)
  expect(await attest('a/b', { ...facts }, hoursOn(11.9), inputs)).toBe(first)
  const second = await attest('a/b', facts, hoursOn(12), inputs)
  expect(second).not.toBe(first)
  expect(await attest('a/b', facts, hoursOn(13), inputs)).toBe(second)
})

test('a changed fact or another tool gives a new signature', async () => {
  const { attest } = openAttester(onlyKey(key), 'https://assay.example')
  const all = await Promise.all([
    attest('a/b', facts, now, inputs),
    attest('a/c', facts, now, inputs),
    attest('a/b', { ...facts, verdict: 'down' }, now, inputs),
    attest('a/b', { ...facts, score: 91.3 }, now, inputs),
    attest('a/b', { ...facts, grade: 'B' }, now, inputs),
    attest('a/b', { ...facts, asOf: null }, now, inputs),
  ])
  expect(new Set(all.map(({ jws }) => jws)).size).toBe(all.length)
})

test('another library verifies it with the public keys alone', async () => {
  const { jws } = await openAttester(onlyKey(key), 'https://assay.example').attest('a/b', facts, now, inputs)
  const { payload } = await jwtVerify(jws, createLocalJWKSet(jwksOf([key])), {
    currentDate: hoursOn(23),
    issuer: 'https://assay.example',
  })
  expect(payload).toMatchObject({ ...facts, sub: 'a/b' })
  await expect(jwtVerify(jws, createLocalJWKSet(jwksOf([key])), { currentDate: hoursOn(25) })).rejects.toThrow('exp')
})

test('the platform signs the same bytes as a signer in JavaScript', async () => {
  const iat = Math.floor(now.getTime() / 1000)
  const claims = { iss: 'https://assay.example', sub: 'a/b', iat, exp: iat + 86_400, ...facts }
  const { jws } = await openAttester(onlyKey(key), claims.iss).attest('a/b', facts, now, inputs)
  expect(jws).toBe(signAttestation(claims, key))
})
