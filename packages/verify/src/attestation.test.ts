import { Point } from '@noble/ed25519'
import fc from 'fast-check'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { signingKeyFromSeed, verifyAttestation } from './attestation.ts'
import { ATTESTATION_TYPE, type AttestationClaims, type PublicJwk } from './attestation-check.ts'
import { bytesFromBase64url, bytesToBase64url } from './base64url.ts'
import {
  TEST_CLAIMS as claims,
  jwksOf,
  OTHER_TEST_KEY as other,
  TEST_KEY as rfc8037,
  signAttestation,
} from './test-attestations.ts'

const jwks = jwksOf([other, rfc8037])

const { iat } = claims
const now = new Date(iat * 1000)
const jws = signAttestation(claims, rfc8037)

/** A token with the given header and payload, validly signed. */
async function forged(header: object, payload: object): Promise<string> {
  const { sign } = await import('@noble/ed25519')
  const text = (value: object) => bytesToBase64url(new TextEncoder().encode(JSON.stringify(value)))
  const signed = `${text(header)}.${text(payload)}`
  return `${signed}.${bytesToBase64url(sign(new TextEncoder().encode(signed), rfc8037.seed))}`
}
const header = { alg: 'EdDSA', kid: rfc8037.kid, typ: ATTESTATION_TYPE }

describe('the signing key', () => {
  it('is that of RFC 8037, A.2, and its id the thumbprint of A.3', () => {
    expect(rfc8037.publicJwk).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
      alg: 'EdDSA',
      use: 'sig',
    })
  })

  it('keeps its secret out of the published set', () => {
    expect(jwks.keys.flatMap((key) => Object.keys(key))).not.toContain('d')
    expect(JSON.stringify(jwks)).not.toContain(bytesToBase64url(rfc8037.seed))
  })

  it('needs a seed of 32 bytes', () => {
    expect(() => signingKeyFromSeed(new Uint8Array(31))).toThrow()
  })
})

describe('an attestation', () => {
  it('is verified by another library with nothing but the key set', async () => {
    const verified = await jwtVerify(jws, createLocalJWKSet(jwks as never), {
      typ: ATTESTATION_TYPE,
      currentDate: now,
      issuer: claims.iss,
    })
    expect(verified.payload).toEqual(claims)
    expect(decodeProtectedHeader(jws)).toEqual(header)
  })

  it('is verified by this library, and is the same for the same claims', () => {
    expect(verifyAttestation(jws, jwks, now)).toEqual({ ok: true, claims })
    expect(signAttestation({ ...claims }, rfc8037)).toBe(jws)
  })

  it('carries the claims and no other member of the object given', () => {
    const check = verifyAttestation(
      signAttestation({ ...claims, owner: 'someone' } as AttestationClaims, rfc8037),
      jwks,
      now,
    )
    expect(check).toEqual({ ok: true, claims })
  })

  it('fails with any character changed, in whichever place', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
    fc.assert(
      fc.property(fc.nat(jws.length - 1), fc.constantFrom(...alphabet), (place, character) => {
        if (jws[place] === character) return
        expect(verifyAttestation(jws.slice(0, place) + character + jws.slice(place + 1), jwks, now).ok).toBe(false)
      }),
    )
  })

  it('fails with the unused last bits of its signature changed, which decoders ignore', () => {
    for (const character of 'BCDEFGHIJKLMNOP') {
      const last = jws.at(-1) ?? ''
      const next = String.fromCharCode(last.charCodeAt(0) + 1)
      expect(verifyAttestation(jws.slice(0, -1) + (character === last ? next : character), jwks, now).ok).toBe(false)
    }
  })

  it('expires', () => {
    expect(verifyAttestation(jws, jwks, new Date(claims.exp * 1000 - 1)).ok).toBe(true)
    expect(verifyAttestation(jws, jwks, new Date(claims.exp * 1000))).toEqual({ ok: false, why: 'expired' })
    expect(verifyAttestation(jws, jwks, new Date(Number.NaN))).toEqual({ ok: false, why: 'expired' })
  })

  it('gives the reason it is not accepted', async () => {
    const why = (token: string, keys: { keys: PublicJwk[] } = jwks) => {
      const check = verifyAttestation(token, keys, now)
      return check.ok ? 'ok' : check.why
    }
    expect(why(await forged(header, claims))).toBe('ok')
    expect(why(jws, jwksOf([other]))).toBe('unknown_key')
    expect(why(jws, { keys: [{ ...other.publicJwk, kid: rfc8037.kid }] })).toBe('bad_signature')
    expect(why(jws, { keys: [{ ...rfc8037.publicJwk, x: 'AAAA' }] })).toBe('unknown_key')
    expect(why(await forged({ ...header, typ: 'JWT' }, claims))).toBe('wrong_type')
    expect(why(await forged({ ...header, alg: 'none' }, claims))).toBe('wrong_type')
    expect(why(await forged({ ...header, crit: ['exp'] }, claims))).toBe('malformed')
    expect(why(await forged(header, { ...claims, verdict: 'splendid' }))).toBe('malformed')
    expect(why(await forged(header, { ...claims, exp: '9' }))).toBe('malformed')
    expect(why(await forged(header, [claims]))).toBe('malformed')
    expect(why(await forged(header, { ...claims, asOf: 7 }))).toBe('malformed')
    expect(why(await forged({ ...header, ...JSON.parse('{"crit":null}') }, claims))).toBe('malformed')
    expect(why(await forged({ ...header, alg: 'HS256' }, claims))).toBe('wrong_type')
    expect(why(await forged({ ...header, kid: undefined }, claims))).toBe('unknown_key')
    expect(why(jws, { keys: [] })).toBe('unknown_key')
    expect(why(jws, { keys: [{ ...rfc8037.publicJwk, crv: 'X25519' as 'Ed25519' }] })).toBe('unknown_key')
    expect(why(undefined as never)).toBe('malformed')
    expect(why(await forged(header, { ...claims, more: 1 }))).toBe('ok')
    for (const nonsense of [
      '',
      '.',
      '..',
      'a.b.c',
      `${jws}.`,
      `${jws}=`,
      jws.slice(0, -2),
      ` ${jws}`,
      'x'.repeat(10_000),
    ]) {
      expect(['malformed', 'bad_signature']).toContain(why(nonsense))
    }
  })

  it('never makes the verifier throw, whatever the token and the keys', () => {
    fc.assert(
      fc.property(fc.string(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (text, x) => {
        const keys = { keys: [{ ...rfc8037.publicJwk, x: bytesToBase64url(x) }] }
        expect(verifyAttestation(text, keys, now).ok).toBe(false)
        expect(verifyAttestation(jws, keys, now).ok).toBe(false)
      }),
    )
  })

  it('is refused under keys of small order and keys that are not canonical, which can sign anything', () => {
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
        const keys = { keys: [{ ...rfc8037.publicJwk, x: bytesToBase64url(x) }] }
        for (const r of points) {
          const signature = bytesToBase64url(Uint8Array.from([...r, ...new Uint8Array(32)]))
          expect(verifyAttestation(`${signed}.${signature}`, keys, now)).toEqual({ ok: false, why: 'bad_signature' })
        }
      }
    }
  })
})

describe('base64url', () => {
  it('round-trips, and decodes only what it encodes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(bytesFromBase64url(bytesToBase64url(bytes))).toEqual(bytes)
      }),
    )
    for (const text of ['A', 'AB', 'AA==', 'A A', 'a+b/', 'é', 'AAAAA'])
      expect(bytesFromBase64url(text)).toBeUndefined()
  })
})
