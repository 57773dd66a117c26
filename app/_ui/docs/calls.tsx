import { idToPath } from 'assay-verify/subject-id'
import type { ReactNode } from 'react'
import type { OperationName } from '@/lib/contract/operations'
import { curl } from '../command'
import { Copyable } from '../copyable'
import type { SectionId } from './docs-sections'

interface ShownCall {
  /** The section of /docs that shows it. */
  id: SectionId
  operation: OperationName
  command: string
  label: string
  /** A sentence or two about it. */
  text: ReactNode
}

/** A sentence or two, then a call that can be run as it is, then where all of it is described. */
export function Call({ operation, command, label, text }: ShownCall) {
  return (
    <>
      <p className="mb-4 text-pretty">{text}</p>
      <Copyable text={command} label={label} />
      <p className="mt-3 text-sm">
        <a href={`/docs/reference/${operation}`}>All parameters and the answer</a>
      </p>
    </>
  )
}

const TASK = encodeURIComponent('read a file')

/** The calls of /docs, in reading order; `toolId` is the tool that they ask about. */
export function callsOf({ baseUrl, toolId }: { baseUrl: string; toolId: string }): ShownCall[] {
  const path = idToPath(toolId)
  const event = JSON.stringify({ events: [{ toolId, success: true, latencyMs: 212 }] })
  return [
    {
      id: 'begin',
      operation: 'health',
      command: curl(`${baseUrl}/v1/health/${path}`),
      label: 'A first call',
      text: (
        <>
          Reading is free and needs no key. This asks whether one tool works now. In the answer, <code>verdict</code>{' '}
          says it in one word and <code>recommendation</code> what an agent should do.
        </>
      ),
    },
    {
      id: 'search',
      operation: 'search',
      command: curl(`${baseUrl}/v1/search?q=${TASK}`),
      label: 'Search',
      text: (
        <>
          Say what the tool should do, or its name. What fits best comes first; of equal fits, what works best.{' '}
          <code>compact=1</code> makes the answer short for a model.
        </>
      ),
    },
    {
      id: 'route',
      operation: 'route',
      command: curl(`${baseUrl}/v1/route?task=${TASK}`),
      label: 'Route',
      text: 'One call instead of three: the best working tool for a task, how to call it, and what to fall back on. A task of several steps gets a tool for each step. Where nothing is sure to fit, candidates has up to five for your model to choose from, each with what sets it apart.',
    },
    {
      id: 'health',
      operation: 'health',
      command: curl(`${baseUrl}/v1/health/${path}`),
      label: 'Health',
      text: 'State with its reasons, the newest check, uptime, latency, and the chance that it is up in 1, 6 and 24 hours. Ids have slashes: send them as they are.',
    },
    {
      id: 'score',
      operation: 'score',
      command: curl(`${baseUrl}/v1/score/${path}?explain=1`),
      label: 'Score',
      text: (
        <>
          Score of 0 to 100 and grade, signed. <code>explain=1</code> adds every input, so that you can{' '}
          <a href="/trust/method#score">compute the score again</a>.
        </>
      ),
    },
    {
      id: 'alternatives',
      operation: 'alternatives',
      command: curl(`${baseUrl}/v1/alternatives/${path}`),
      label: 'Alternatives',
      text: 'Tools that do the same on another backend, with the arguments that have another name there. An empty list says why it is empty.',
    },
    {
      id: 'ingest',
      operation: 'ingest',
      command: curl(`${baseUrl}/v1/ingest`, "-H 'Content-Type: application/json'", `-d '${event}'`),
      label: 'Report an outcome',
      text: 'Report whether your calls worked. Only the tool, success and latency are sent, never arguments or results. With a key, accepted reports raise your limits; they never raise a score by themselves.',
    },
  ]
}
