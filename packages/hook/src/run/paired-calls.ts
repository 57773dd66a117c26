import type { HostEvent } from '../hosts/host.ts'
import { appendEvent, readEvents } from '../state/event-log.ts'
import type { ServiceFiles } from '../state/files.ts'

/** A line of `began.jsonl`. */
interface BeganLine {
  at: number
  host: string
  tool: string
  /** As the host writes it. */
  server: string
}

/** A call that takes longer is not found again. */
const LONGEST_MS = 900_000

/** Remembers a call that begins. Throws where the disk does not take it. */
export function rememberCall({ tool, server }: HostEvent, host: string, files: ServiceFiles, at: number): void {
  if (server !== null) appendEvent(files.began, { at, host, tool, server } satisfies BeganLine)
}

/** A failed call with the server of the last call of its tool. */
export function withServer(event: HostEvent, host: string, files: ServiceFiles, now: number): HostEvent {
  const began = readEvents<BeganLine>(files.began, JSON.stringify(event.tool))
  const last = began.findLast((line) => line.host === host && line.tool === event.tool && now - line.at < LONGEST_MS)
  return { ...event, server: last?.server ?? null }
}
