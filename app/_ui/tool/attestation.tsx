import { ATTESTATION_TYPE } from '@/lib/core/attestation'
import { bytesFromBase64url } from '@/lib/core/base64url'
import { Code } from '../command'
import { Disclosure } from '../disclosure'

/** The signed rating, its claims, and a program that verifies it. */
export function Attestation({ attestation, baseUrl }: { attestation: string; baseUrl: string }) {
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h3 className="mb-1.5 text-soft text-sm">The attestation, a compact JWS signed with Ed25519</h3>
        <p
          id="attestation"
          className="break-all border border-rule bg-card px-4 py-3 font-mono text-[0.8125rem] leading-relaxed"
        >
          {attestation}
        </p>
      </div>
      <div>
        <h3 className="mb-1.5 text-soft text-sm">Its claims, decoded</h3>
        <Code text={JSON.stringify(claimsOf(attestation), null, 2)} label="Claims of the attestation" />
      </div>
      <Disclosure summary="Verify it yourself">
        <p className="mb-3 max-w-2xl text-pretty text-soft text-sm">
          Save this as <code className="font-mono">verify.mjs</code>, install the library{' '}
          <code className="font-mono">jose</code>, and run{' '}
          <code className="font-mono">node verify.mjs &lt;attestation&gt;</code>. It prints the claims, or fails if the
          attestation was changed or is older than a day.
        </p>
        <Code text={verifier(baseUrl)} label="A program that verifies the attestation" />
      </Disclosure>
    </div>
  )
}

/** The payload, not verified; only for display. */
function claimsOf(attestation: string): unknown {
  const payload = bytesFromBase64url(attestation.split('.')[1] ?? '')
  return JSON.parse(new TextDecoder().decode(payload))
}

function verifier(baseUrl: string): string {
  return `import { createRemoteJWKSet, jwtVerify } from 'jose'

const keys = createRemoteJWKSet(new URL('${baseUrl}/.well-known/jwks.json'))
const { payload } = await jwtVerify(process.argv[2], keys, {
  issuer: '${baseUrl}',
  typ: '${ATTESTATION_TYPE}',
  algorithms: ['EdDSA'],
})
console.log(payload)`
}
