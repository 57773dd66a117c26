import type { ReactNode } from 'react'
import { idToPath } from '@/lib/core/catalog/subject-id'
import { Code, Commands, shellAddress } from '../command'
import { Prose } from '../prose'

interface RecipeFacts {
  baseUrl: string
  toolId: string
}

/** The first three calls of anyone. */
export function Begin({ baseUrl, toolId }: RecipeFacts) {
  const line = (path: string) => `curl ${shellAddress(`${baseUrl}/v1/${path}`)}`
  return (
    <Commands
      lines={[
        { says: 'Find a tool by what it does', command: line('search?q=read%20a%20file') },
        { says: 'Ask whether it works now, and why we think so', command: line(`health/${idToPath(toolId)}`) },
        {
          says: 'Or all at once: the tool for a task, how to call it, what to use instead',
          command: line('route?task=read%20a%20file'),
        },
      ]}
    />
  )
}

export function MakeKey({ baseUrl }: { baseUrl: string }) {
  return (
    <Commands
      lines={[
        { says: 'Make a key; it is shown this once', command: `curl -X POST ${shellAddress(`${baseUrl}/v1/keys`)}` },
        {
          says: 'See what it may do and has earned',
          command: `curl -H 'Authorization: Bearer assay_…' ${shellAddress(`${baseUrl}/v1/keys/me`)}`,
        },
        {
          says: 'Tell how a call went; accepted events earn credits, and credits raise limits, never scores',
          command: `curl -H 'Authorization: Bearer assay_…' -H 'Content-Type: application/json' -d '{"events":[{"toolId":"…","success":true,"latencyMs":212}]}' ${shellAddress(`${baseUrl}/v1/ingest`)}`,
        },
      ]}
    />
  )
}

/** With a library that knows nothing of us. */
export function Verify({ baseUrl, toolId }: RecipeFacts) {
  const address = `${baseUrl}/v1/score/${idToPath(toolId)}`
  const text = `import { createRemoteJWKSet, jwtVerify } from 'jose'

const keys = createRemoteJWKSet(new URL('${baseUrl}/.well-known/jwks.json'))
const answer = await fetch(${JSON.stringify(address)})
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
      An attestation is a compact JWS (EdDSA). Any library that knows Ed25519 verifies it; our key set is all it needs.
      With <code>explain=1</code> the answer also holds what is needed to{' '}
      <a href="/methodology">compute the score anew</a>.
    </Recipe>
  )
}

export function McpSnippet({ baseUrl }: { baseUrl: string }) {
  const settings = { mcpServers: { assay: { type: 'http', url: `${baseUrl}/mcp` } } }
  return (
    <Recipe label="Settings of an MCP client" text={JSON.stringify(settings, null, 2)}>
      The same calls as MCP tools, over Streamable HTTP and without a key: search, route, health, score, alternatives,
      breakages, lookup and report_outcome. A key may be sent as a header, as everywhere.
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
        { says: 'In a README: the verdict and score as they are now', command: badge },
        { says: 'The same in the style of shields', command: endpoint },
      ]}
    />
  )
}

const FEEDS = [
  ['/v1/breakages.rss', 'What is broken now, as RSS.'],
  ['/v1/breakages.atom', 'The same as Atom.'],
  ['/v1/breakages.feed.json', 'The same as JSON Feed.'],
  [
    '/v1/reliability/feed',
    'Verdict and score of every tool, for gateways. Ask at most once a minute with If-None-Match, or with since= for what changed; X-JWS-Signature signs the bytes.',
  ],
] as const

export function Feeds() {
  return (
    <ul>
      {FEEDS.map(([path, says]) => (
        <li key={path} className="border-rule border-t py-3 first:border-t-0 first:pt-0">
          <a href={path} className="foreign font-mono text-sm">
            {path}
          </a>
          <p className="mt-0.5 max-w-2xl text-pretty text-soft">{says}</p>
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
await callTool({ message: 'hello' })
await assay.close()`
  return (
    <Recipe label="The client library" text={text}>
      The folder <code>client</code> of our repository is a library without dependencies for Node and browsers. It asks
      before a call, tells afterwards whether it worked and how long it took, never what was sent, and steps aside when
      we cannot be reached. A typed client for any language comes out of{' '}
      <a href="/openapi.json">the OpenAPI document</a>.
    </Recipe>
  )
}

/** A paragraph, and the text to copy that it is about. */
function Recipe({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return (
    <>
      <Prose>
        <p>{children}</p>
      </Prose>
      <div className="mt-5">
        <Code text={text} label={label} />
      </div>
    </>
  )
}
