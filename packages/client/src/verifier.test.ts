import {
  TEST_CLAIMS as claims,
  jwksOf,
  TEST_KEY as key,
  OTHER_TEST_KEY as other,
  signAttestation,
} from 'assay-verify/test-attestations'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answer, deadAddress, hang, startOracle } from './test-oracle.ts'
import { createVerifier, verifyAttestation } from './verifier.ts'

const jwks = jwksOf([other, key])
const now = new Date(claims.iat * 1000)
const jws = signAttestation(claims, key)

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an attestation', () => {
  it('is verified, with its claims', async () => {
    expect(await verifyAttestation(jws, jwks, now)).toEqual({ ok: true, claims })
    expect((await verifyAttestation(signAttestation({ ...claims, exp: 4e9 }, key), jwks)).ok).toBe(true)
    expect(await verifyAttestation(jws, jwks, new Date(claims.exp * 1000))).toEqual({ ok: false, why: 'expired' })
  })

  it('that is not a string is malformed', async () => {
    expect(await verifyAttestation(undefined as never, jwks)).toEqual({ ok: false, why: 'malformed' })
  })
})

it('an attestation is verified where the platform has no WebCrypto', async () => {
  vi.stubGlobal('crypto', undefined)
  expect(await verifyAttestation(jws, jwks, now)).toEqual({ ok: true, claims })
})

describe('a verifier', () => {
  it('verifies with a given set', async () => {
    expect(await createVerifier(jwks).verify(jws, now)).toEqual({ ok: true, claims })
    expect(await createVerifier(jwksOf([other])).verify(jws, now)).toEqual({ ok: false, why: 'unknown_key' })
  })

  it('fetches the set once for all callers, and caches it', async () => {
    const oracle = await startOracle(answer(200, jwks))
    const verifier = createVerifier(`${oracle.baseUrl}/.well-known/jwks.json`)
    const checks = await Promise.all([verifier.verify(jws, now), verifier.verify(jws, now), verifier.verify('x', now)])
    expect(checks.map(({ ok }) => ok)).toEqual([true, true, false])
    await verifier.verify(jws, now)
    expect(oracle.seen.map(({ path }) => path)).toEqual(['/.well-known/jwks.json'])
  })

  it('fetches it again for an unknown key, but not for every such token', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const oracle = await startOracle(answer(200, jwksOf([other])), answer(200, jwks))
    const verifier = createVerifier(oracle.baseUrl)
    expect(await verifier.verify(jws, now)).toEqual({ ok: false, why: 'unknown_key' })
    expect(await verifier.verify(jws, now)).toEqual({ ok: false, why: 'unknown_key' })
    expect(oracle.seen).toHaveLength(1)
    vi.advanceTimersByTime(30_001)
    expect((await verifier.verify(jws, now)).ok).toBe(true)
    expect(oracle.seen).toHaveLength(2)
  })

  it('uses its set for a day where it cannot fetch another', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const oracle = await startOracle(answer(200, jwks), answer(500, ''))
    const verifier = createVerifier(new URL(oracle.baseUrl))
    await verifier.verify(jws, now)
    vi.advanceTimersByTime(300_001)
    expect((await verifier.verify(jws, now)).ok).toBe(true)
    expect(oracle.seen).toHaveLength(2)
    vi.advanceTimersByTime(86_400_000)
    expect(await verifier.verify(jws, now)).toEqual({ ok: false, why: 'keys_unavailable' })
  })

  it.each([
    ['refuses', async () => ({ baseUrl: await deadAddress() })],
    ['hangs', () => startOracle(hang)],
    ['fails', () => startOracle(answer(503, ''))],
    ['answers nonsense', () => startOracle(answer(200, '<html>'))],
    ['answers something else', () => startOracle(answer(200, { keys: 'none' }))],
  ])('whose key server %s accepts no token and does not throw', async (_, start) => {
    const verifier = createVerifier((await start()).baseUrl, { timeoutMs: 200 })
    expect(await verifier.verify(jws, now)).toEqual({ ok: false, why: 'keys_unavailable' })
  })

  it('skips keys of other kinds', async () => {
    const oracle = await startOracle(answer(200, { keys: [null, 7, { kty: 'RSA', kid: key.kid }, ...jwks.keys] }))
    expect((await createVerifier(oracle.baseUrl).verify(jws, now)).ok).toBe(true)
  })
})
