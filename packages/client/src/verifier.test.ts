import { Point, sign } from '@noble/ed25519'
import {
  ATTESTATION_LIFETIME_SECONDS,
  ATTESTATION_TYPE,
  type AttestationClaims,
  signingKeyFromSeed,
  verifyAttestation as theirs,
} from 'assay-verify/attestation'
import { bytesToBase64url, bytesFromBase64url as theirBytes } from 'assay-verify/base64url'
import { jwksOf, signAttestation } from 'assay-verify/test-attestations'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { JwkSet } from './attestation.ts'
import { bytesFromBase64url } from './base64url.ts'
import { answer, deadAddress, hang, startOracle } from './test-oracle.ts'
import { createVerifier, verifyAttestation } from './verifier.ts'

const key = signingKeyFromSeed(theirBytes('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A') ?? new Uint8Array())
const other = signingKeyFromSeed(new Uint8Array(32).fill(7))
const jwks = jwksOf([other, key])
const iat = 1_788_220_800
const now = new Date(iat * 1000)
const claims: AttestationClaims = {
  iss: 'https://assay.example',
  sub: 'mcpm/programcomputer/nasa/nasa/apod 図',
  iat,
  exp: iat + ATTESTATION_LIFETIME_SECONDS,
  verdict: 'healthy',
  score: 91.4,
  grade: 'A',
  formula: 'assay-1',
  asOf: null,
}
const header = { alg: 'EdDSA', kid: key.kid, typ: ATTESTATION_TYPE }
const jws = signAttestation(claims, key)

/** A token with any header and payload, rightly signed. */
function forged(head: object, payload: object): string {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const signed = [head, payload].map((value) => bytesToBase64url(bytes(JSON.stringify(value)))).join('.')
  return `${signed}.${bytesToBase64url(sign(bytes(signed), key.seed))}`
}

/** The result of the client's verifier, which must be that of the service's. */
async function verified(token: string, keys: JwkSet = jwks, at: Date = now) {
  const check = await verifyAttestation(token, keys, at)
  expect(check).toEqual(theirs(token, keys, at))
  return check.ok ? 'ok' : check.why
}

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

  const tokens: [why: string, token: string, keys?: JwkSet, at?: Date][] = [
    ['ok', forged(header, claims)],
    ['ok', forged(header, { ...claims, more: 1 })],
    ['unknown_key', jws, jwksOf([other])],
    ['unknown_key', jws, { keys: [] }],
    ['unknown_key', jws, { keys: [{ ...key.publicJwk, x: 'AAAA' }] }],
    ['unknown_key', jws, { keys: [{ ...key.publicJwk, crv: 'X25519' as 'Ed25519' }] }],
    ['unknown_key', forged({ ...header, kid: undefined }, claims)],
    ['bad_signature', jws, { keys: [{ ...other.publicJwk, kid: key.kid }] }],
    ['wrong_type', forged({ ...header, typ: 'JWT' }, claims)],
    ['wrong_type', forged({ ...header, alg: 'none' }, claims)],
    ['wrong_type', forged({ ...header, alg: 'HS256' }, claims)],
    ['malformed', forged({ ...header, crit: ['exp'] }, claims)],
    ['malformed', forged({ ...header, crit: undefined, ...JSON.parse('{"crit":null}') }, claims)],
    ['malformed', forged(header, { ...claims, verdict: 'splendid' })],
    ['malformed', forged(header, { ...claims, exp: '9' })],
    ['malformed', forged(header, { ...claims, asOf: 7 })],
    ['malformed', forged(header, [claims])],
    ['malformed', forged([], claims)],
    ['expired', jws, jwks, new Date(claims.exp * 1000)],
    ['expired', jws, jwks, new Date(Number.NaN)],
    ['ok', jws, jwks, new Date(claims.exp * 1000 - 1)],
    ...['', '.', '..', 'a.b.c', `${jws}.`, `${jws}=`, ` ${jws}`, 'x'.repeat(10_000)].map((token): [string, string] => [
      'malformed',
      token,
    ]),
  ]
  it.each(tokens)('is %s, as for the service (%#)', async (why, token, keys, at) => {
    expect(await verified(token, keys, at)).toBe(why)
  })

  it('that is not a string is malformed', async () => {
    expect(await verifyAttestation(undefined as never, jwks)).toEqual({ ok: false, why: 'malformed' })
  })

  it('is invalid with any character changed, as for the service', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
    await fc.assert(
      fc.asyncProperty(fc.nat(jws.length - 1), fc.constantFrom(...alphabet), async (place, character) => {
        if (jws[place] === character) return
        expect(await verified(jws.slice(0, place) + character + jws.slice(place + 1))).not.toBe('ok')
      }),
    )
  })

  it('never makes the verifier throw, whatever the token and the key', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.uint8Array({ minLength: 32, maxLength: 32 }), async (text, x) => {
        const keys = { keys: [{ ...key.publicJwk, x: bytesToBase64url(x) }] }
        expect(await verified(text, keys)).not.toBe('ok')
        expect(await verified(jws, keys)).not.toBe('ok')
      }),
    )
  })

  it('is refused under keys of small order and keys that are not canonical, which can sign anything', async () => {
    const field = 2n ** 255n - 19n
    const torsion = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a')
    const points = Array.from({ length: 8 }, (_, times) =>
      times === 0 ? Point.ZERO.toBytes() : torsion.multiply(BigInt(times), false).toBytes(),
    )
    expect(new Set(points.map(bytesToBase64url)).size).toBe(8)
    const others = [field, field + 1n, 2n ** 255n - 1n].map((y) =>
      Uint8Array.from({ length: 32 }, (_, place) => Number((y >> BigInt(8 * place)) & 255n)),
    )
    const signed = jws.slice(0, jws.lastIndexOf('.'))
    for (const point of [...points, ...others]) {
      for (const sign of [0, 0x80]) {
        const x = Uint8Array.from(point, (byte, place) => (place === 31 ? byte ^ sign : byte))
        const keys = { keys: [{ ...key.publicJwk, x: bytesToBase64url(x) }] }
        for (const r of points) {
          const signature = bytesToBase64url(Uint8Array.from([...r, ...new Uint8Array(32)]))
          expect(await verified(`${signed}.${signature}`, keys)).toBe('bad_signature')
        }
      }
    }
  })
})

describe('base64url', () => {
  it('is decoded as by the service', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.uint8Array().map(bytesToBase64url)), (text) => {
        expect(bytesFromBase64url(text)).toEqual(theirBytes(text))
      }),
    )
  })
})

describe('a platform without Ed25519', () => {
  it('rejects with Ed25519Unavailable', async () => {
    const named = { name: 'Ed25519Unavailable' }
    vi.stubGlobal('crypto', { subtle: undefined })
    await expect(verifyAttestation(jws, jwks, now)).rejects.toMatchObject(named)
    const importKey = async () => {
      throw new DOMException('Unrecognized name.', 'NotSupportedError')
    }
    vi.stubGlobal('crypto', { subtle: { importKey } })
    await expect(verifyAttestation(jws, jwks, now)).rejects.toMatchObject(named)
    await expect(createVerifier(jwks).verify(jws, now)).rejects.toThrow('this platform’s WebCrypto has no Ed25519')
    // A token that is refused before its signature is checked is still refused.
    expect(await verifyAttestation('a.b.c', jwks, now)).toEqual({ ok: false, why: 'malformed' })
  })
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
