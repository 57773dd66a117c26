import { idToPath } from 'assay-verify/subject-id'
import type { ReactNode } from 'react'
import { Commands, curl } from '../command'
import { Copyable } from '../copyable'
import { Prose } from '../prose'

interface RecipeFacts {
  baseUrl: string
  toolId: string
}

const AUTHORIZATION = "-H 'Authorization: Bearer assay_…'"

export function CreateKey({ baseUrl }: { baseUrl: string }) {
  return (
    <Commands
      lines={[
        { purpose: 'Create a key; it is shown only once', command: curl(`${baseUrl}/v1/keys`, '-X POST') },
        {
          purpose: 'Get its limits and credits',
          command: curl(`${baseUrl}/v1/keys/me`, AUTHORIZATION),
        },
      ]}
    />
  )
}

export function Verify({ baseUrl, toolId }: RecipeFacts) {
  const url = `${baseUrl}/v1/score/${idToPath(toolId)}`
  const text = `import { createRemoteJWKSet, jwtVerify } from 'jose'

const keys = createRemoteJWKSet(new URL('${baseUrl}/.well-known/jwks.json'))
const answer = await fetch(${JSON.stringify(url)})
const { toolId, attestation } = await answer.json()
const { payload } = await jwtVerify(attestation, keys, {
  issuer: '${baseUrl}',
  subject: toolId,
  typ: 'tool-reliability+jwt',
  algorithms: ['EdDSA'],
})
console.log(payload.verdict, payload.score, payload.asOf)`
  return (
    <Recipe label="Verify a score with jose" text={text}>
      An attestation is a compact JWS (EdDSA). Any library that supports Ed25519 verifies it with our key set. With{' '}
      <code>explain=1</code> the response also contains all inputs to <a href="/trust/method">recompute the score</a>.
    </Recipe>
  )
}

export function Badges({ baseUrl, toolId }: RecipeFacts) {
  const path = idToPath(toolId)
  const badge = `[![Assay](${baseUrl}/badge/${path}.svg)](${baseUrl}/tool/${path})`
  const endpoint = `https://img.shields.io/endpoint?url=${encodeURIComponent(`${baseUrl}/badge/${path}.json`)}`
  return (
    <Commands
      lines={[
        { purpose: 'Current verdict and score, for a README', command: badge },
        { purpose: 'The same as a shields.io badge', command: endpoint },
      ]}
    />
  )
}

const FEEDS = [
  ['/v1/breakages.rss', 'Beginnings and ends of incidents as RSS.'],
  ['/v1/breakages.atom', 'Open incidents as Atom.'],
  ['/v1/breakages.feed.json', 'Open incidents as JSON Feed.'],
  [
    '/v1/reliability/feed',
    'Verdict and score of every tool, for gateways. Poll at most once a minute with If-None-Match, or with since= for changes only; X-JWS-Signature signs the body.',
  ],
] as const

export function Feeds() {
  return (
    <ul>
      {FEEDS.map(([path, description]) => (
        <li key={path} className="border-rule border-t py-3 first:border-t-0 first:pt-0">
          <a href={path} className="untrusted font-mono text-sm">
            {path}
          </a>
          <p className="mt-0.5 max-w-2xl text-pretty text-soft">{description}</p>
        </li>
      ))}
    </ul>
  )
}

export function ClientLibrary({ baseUrl, toolId }: RecipeFacts) {
  const text = `import { createClient } from 'assay-client'

const assay = createClient({ baseUrl: '${baseUrl}' })
const { recommendation } = await assay.check(${JSON.stringify(toolId)})
const callTool = assay.wrap(${JSON.stringify(toolId)}, (args) => mcp.callTool(args))
if (recommendation !== 'avoid') await callTool({ message: 'hello' })
await assay.close()`
  return (
    <Recipe label="The client library" text={text}>
      The folder <code>client</code> of the repository is a library without dependencies for Node and browsers. It
      checks a tool before a call, reports success and latency afterwards, never the content, and does not block calls
      when Assay is unreachable. A typed client for any language can be generated from{' '}
      <a href="/openapi.json">the OpenAPI document</a>.
    </Recipe>
  )
}

/** A paragraph, then code to copy. */
function Recipe({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return (
    <>
      <Prose>
        <p>{children}</p>
      </Prose>
      <div className="mt-5">
        <Copyable text={text} label={label} />
      </div>
    </>
  )
}
