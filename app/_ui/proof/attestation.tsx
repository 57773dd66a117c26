import { ATTESTATION_TYPE } from 'assay-verify/attestation-check'
import { decodeToken } from 'assay-verify/attestation-claims'
import type { ScoreAnswer } from '@/lib/contract/shapes/score'
import { Code } from '../command'
import { Copyable } from '../copyable'
import { Disclosure } from '../disclosure'

/** The signed rating, a button that verifies it in the browser, its claims, and programs that verify it. */
export function Attestation({
  toolId,
  attestation,
  log,
  baseUrl,
}: {
  toolId: string
  attestation: string
  /** Where these facts are in the log; undefined: nowhere, or not yet. */
  log: ScoreAnswer['log']
  baseUrl: string
}) {
  return (
    <div className="flex flex-col gap-6">
      <verify-signature class="block" data-token="attestation" data-subject={toolId}>
        <button type="button" className="button button-strong" hidden>
          Verify in this browser
        </button>
        <p className="mt-3 text-pretty" role="status" />
      </verify-signature>
      <div>
        <h3 className="mb-1.5 text-soft text-sm">The attestation, a compact JWS signed with Ed25519</h3>
        <p id="attestation" className="code-block break-all font-mono">
          {attestation}
        </p>
      </div>
      <div>
        <h3 className="mb-1.5 text-soft text-sm">Its claims, decoded</h3>
        <Code text={JSON.stringify(decodeToken(attestation)?.claims, null, 2)} label="Claims of the attestation" />
      </div>
      <LoggedFacts toolId={toolId} log={log} />
      <div>
        <h3 className="mb-1.5 text-soft text-sm">Verify signature and score with the program of this project</h3>
        <Copyable text={`npm run verify -- ${baseUrl} ${shellWord(toolId)}`} label="Command that verifies the score" />
      </div>
      <Disclosure summary="A program of twelve lines">
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

function LoggedFacts({ toolId, log }: { toolId: string; log: ScoreAnswer['log'] }) {
  const all = `/v1/log/leaves?subject=${encodeURIComponent(toolId)}`
  return (
    <p className="text-pretty text-sm">
      {log === undefined ? (
        'These facts are not in the log yet; that takes a minute. '
      ) : (
        <>
          These facts are{' '}
          <a href={log.proof} rel="nofollow">
            entry {log.leaf}
          </a>{' '}
          of <a href="/log">the log</a>.{' '}
        </>
      )}
      <a href={all} rel="nofollow">
        All entries about it
      </a>
    </p>
  )
}

/** For a shell: strangers chose the id. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
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
