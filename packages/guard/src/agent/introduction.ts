import { type Implementation, mergeCapabilities, type ServerCapabilities } from '@modelcontextprotocol/server'
import guard from '../../package.json' with { type: 'json' }
import type { Definitions } from '../upstream/definitions.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** What an agent receives at the start of its session. */
export interface Introduction {
  info: Implementation
  capabilities: ServerCapabilities
  instructions: string | undefined
}

/** Of a server that was never seen: lists that may come. */
const UNSEEN: ServerCapabilities = { tools: {}, prompts: {}, resources: {} }

/** One server introduces itself as it does without the guard, several as the guard. */
export function introductionOf(upstreams: readonly Upstream[]): Introduction {
  const [only, ...others] = upstreams
  const capabilities = upstreams.map(({ known }) => announcing(known))
  if (only !== undefined && others.length === 0) {
    const { known, server } = only
    const info = known?.serverInfo ?? { name: server.name, version: '0' }
    return { info, capabilities: announcing(known), instructions: known?.instructions ?? undefined }
  }
  const instructions = upstreams.flatMap(({ server, known }) =>
    known?.instructions ? [`# ${server.name}\n\n${known.instructions}`] : [],
  )
  return {
    info: { name: guard.name, version: guard.version },
    capabilities: capabilities.reduce((all, one) => mergeCapabilities(all, one), {}),
    instructions: instructions.length === 0 ? undefined : instructions.join('\n\n'),
  }
}

/** The guard announces changes itself, also where the server does not. */
function announcing(known: Definitions | null): ServerCapabilities {
  const declared = known?.capabilities ?? UNSEEN
  const announced = { listChanged: true }
  return {
    ...declared,
    ...(declared.tools && { tools: { ...declared.tools, ...announced } }),
    ...(declared.prompts && { prompts: { ...declared.prompts, ...announced } }),
    ...(declared.resources && { resources: { ...declared.resources, ...announced } }),
  }
}
