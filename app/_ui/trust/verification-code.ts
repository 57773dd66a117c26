import { idToPath } from 'assay-verify/subject-id'

/** A script that verifies a signed score with WebCrypto alone, for the console of a browser or for Node. */
export function verificationCode(baseUrl: string, toolId: string): string {
  return `const base = ${JSON.stringify(baseUrl)}
const json = async (path) => (await fetch(base + path)).json()
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
const parsed = (text) => JSON.parse(new TextDecoder().decode(bytes(text)))

const { attestation } = await json(${JSON.stringify(`/v1/score/${idToPath(toolId)}`)})
const { keys } = await json('/.well-known/jwks.json')
const [head, claims, signature] = attestation.split('.')
const { kty, crv, x } = keys.find(({ kid }) => kid === parsed(head).kid)
const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify'])
const signed = new TextEncoder().encode(head + '.' + claims)
console.log(await crypto.subtle.verify('Ed25519', key, bytes(signature), signed), parsed(claims))`
}
