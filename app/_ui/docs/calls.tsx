import { idToPath } from 'assay-verify/subject-id'
import type { ReactNode } from 'react'
import type { OperationName } from '@/lib/contract/operations'
import { curl } from '../command'
import { Copyable } from '../copyable'

interface CallProps {
  /** The call that is shown. */
  operation: OperationName
  command: string
  label: string
  children: ReactNode
}

/** A sentence or two, then a call that can be run as it is, then where all of it is described. */
function Call({ operation, command, label, children }: CallProps) {
  return (
    <>
      <p className="mb-4 text-pretty">{children}</p>
      <Copyable text={command} label={label} />
      <p className="mt-3 text-sm">
        <a href={`/docs/reference/${operation}`}>All parameters and the answer</a>
      </p>
    </>
  )
}

interface CallFacts {
  baseUrl: string
  toolId: string
}

const TASK = 'read a file'

export function FirstCall({ baseUrl, toolId }: CallFacts) {
  return (
    <Call operation="health" command={curl(`${baseUrl}/v1/health/${idToPath(toolId)}`)} label="A first call">
      Reading is free and needs no key. This asks whether one tool works now. In the answer, <code>verdict</code> says
      it in one word and <code>recommendation</code> what an agent should do.
    </Call>
  )
}

export function SearchCall({ baseUrl }: CallFacts) {
  return (
    <Call operation="search" command={curl(`${baseUrl}/v1/search?q=${encodeURIComponent(TASK)}`)} label="Search">
      Say what the tool should do, or its name. What fits best comes first; of equal fits, what works best.{' '}
      <code>compact=1</code> makes the answer short for a model.
    </Call>
  )
}

export function RouteCall({ baseUrl }: CallFacts) {
  return (
    <Call operation="route" command={curl(`${baseUrl}/v1/route?task=${encodeURIComponent(TASK)}`)} label="Route">
      One call instead of three: the best working tool for a task, how to call it, and what to fall back on. A task of
      several steps gets a tool for each step.
    </Call>
  )
}

export function HealthCall({ baseUrl, toolId }: CallFacts) {
  return (
    <Call operation="health" command={curl(`${baseUrl}/v1/health/${idToPath(toolId)}`)} label="Health">
      State with its reasons, the newest check, uptime, latency, and the chance that it is up in 1, 6 and 24 hours. Ids
      have slashes: send them as they are.
    </Call>
  )
}

export function ScoreCall({ baseUrl, toolId }: CallFacts) {
  return (
    <Call operation="score" command={curl(`${baseUrl}/v1/score/${idToPath(toolId)}?explain=1`)} label="Score">
      Score of 0 to 100 and grade, signed. <code>explain=1</code> adds every input, so that you can{' '}
      <a href="/trust/method#score">compute the score again</a>.
    </Call>
  )
}

export function AlternativesCall({ baseUrl, toolId }: CallFacts) {
  return (
    <Call
      operation="alternatives"
      command={curl(`${baseUrl}/v1/alternatives/${idToPath(toolId)}`)}
      label="Alternatives"
    >
      Tools that do the same on another backend, with the arguments that have another name there. An empty list says why
      it is empty.
    </Call>
  )
}

export function IngestCall({ baseUrl, toolId }: CallFacts) {
  const event = JSON.stringify({ events: [{ toolId, success: true, latencyMs: 212 }] })
  return (
    <Call
      operation="ingest"
      command={curl(`${baseUrl}/v1/ingest`, "-H 'Content-Type: application/json'", `-d '${event}'`)}
      label="Report an outcome"
    >
      Report whether your calls worked. Only the tool, success and latency are sent, never arguments or results. With a
      key, accepted reports raise your limits; they never raise a score by themselves.
    </Call>
  )
}
