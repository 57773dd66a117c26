import { fileURLToPath } from 'node:url'
import { type ProbeResult, runProbe } from '../../lib/probers/probe'
import { PROTOCOL_GENERATIONS, type ProtocolGeneration } from '../../lib/probers/prober'
import { type Bench, neededFlags, type Print } from '../bench'
import { benchProbeSettings } from '../probe-settings'
import { replayHttp } from './replay-http'
import { type Exchange, type Expected, expectedOf, isHttp, readTranscripts, saysRequestIsInvalid } from './transcripts'

const DEADLINE_MS = 8_000
/** Replays of single answers at once; some keep their stream open until the deadline. */
const AT_ONCE = 16
const GENERATIONS = [null, ...PROTOCOL_GENERATIONS.filter((generation) => generation !== 'modern')] as const

/**
 * Recorded exchanges of MCP servers, replayed against the product's probers: each server as a whole, whose probe must
 * end with the reason that suits it; and each single answer as the first one of a server, which must never end as a
 * defect of the prober unless the answer says that the request is invalid.
 */
export const bench: Bench = {
  flags: { transcripts: '' },
  run: async (flags, print) => {
    const { transcripts: file } = neededFlags(flags, 'transcripts')
    const servers = [...readTranscripts(file)]
    const unexpected: string[] = []
    for (const [server, exchanges] of servers) {
      if (!(await isAsExpected(file, server, exchanges, print))) unexpected.push(server)
    }
    const asExpected = servers.length - unexpected.length
    const defective = await defectiveExchanges(file, servers, print)
    return {
      servers: servers.length,
      asExpected,
      exchanges: servers.flatMap(([, exchanges]) => exchanges).length,
      defects: defective.length,
      unexpected: [...unexpected, ...defective],
    }
  },
  hasFailed: ({ defects, servers, asExpected }) => Number(defects) > 0 || servers !== asExpected,
}

async function isAsExpected(file: string, server: string, exchanges: readonly Exchange[], print: Print) {
  const expected = expectedOf(exchanges)
  const found = await probeReplayed(file, exchanges, null)
  const { reason, generation, tools, signIn, notes } = found
  const isRight = reason === expected.reason && hasMetadata(found, expected)
  const metadata = reason === 'credentials_required' ? `, metadata: ${signIn?.resourceMetadata ?? 'none'}` : ''
  const tooled = tools === null ? '' : `, ${tools.length} tools by ${generation}`
  print(`${isRight ? 'right' : 'WRONG'}  ${server}: ${reason}${tooled}${metadata} ${isRight ? '' : notes.join(' ')}`)
  return isRight
}

function hasMetadata({ signIn }: ProbeResult, { resourceMetadata }: Expected): boolean {
  return resourceMetadata === undefined || (signIn !== undefined && signIn?.resourceMetadata === resourceMetadata)
}

/** Labels of the exchanges whose answer ended a probe as a defect. */
async function defectiveExchanges(
  file: string,
  servers: readonly [string, Exchange[]][],
  print: Print,
): Promise<string[]> {
  const left = servers.flatMap(([, exchanges]) => exchanges.map((exchange) => ({ exchange, exchanges })))
  const defective: string[] = []
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const { exchange, exchanges } = next
      const defect = await defectOf(file, exchange, exchanges)
      if (defect === undefined) continue
      defective.push(`${exchange.server}: ${exchange.label}`)
      print(`DEFECT ${exchange.server}: ${exchange.label}: ${defect}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return defective
}

/**
 * The notes of the first probe that ends as a defect where it must not, whatever generation is remembered; undefined:
 * none does.
 */
async function defectOf(file: string, exchange: Exchange, exchanges: readonly Exchange[]): Promise<string | undefined> {
  const isAllowed = saysRequestIsInvalid(exchange)
  for (const generation of GENERATIONS) {
    for (const always of isHttp(exchange) ? [false, true] : [false]) {
      const causes: unknown[] = []
      const onDefect = (cause: unknown) => causes.push(cause)
      const { reason, notes } = await probeReplayed(file, exchanges, generation, { first: exchange, always, onDefect })
      // What is thrown is never the doing of an answer.
      if (reason === 'probe_defect' && !(isAllowed && causes.length === 0))
        return `remembered as ${generation}: ${[...notes, ...causes.map(String)].join(' ')}`
    }
  }
  return undefined
}

interface Replaying {
  first?: Exchange
  always?: boolean
  onDefect?: (cause: unknown) => void
}

async function probeReplayed(
  file: string,
  exchanges: readonly Exchange[],
  generation: ProtocolGeneration | null,
  { first, always = false, onDefect = () => undefined }: Replaying = {},
): Promise<ProbeResult> {
  const target = { serverId: 'bench/wire', own: true, generation }
  const http = exchanges.filter(isHttp)
  if (http.length === 0) {
    const url = 'stdio:bench/wire'
    const replay = fileURLToPath(new URL('./replay-stdio.mjs', import.meta.url))
    const words = [replay, file, exchanges[0]?.server ?? '', ...(first ? [String(exchanges.indexOf(first))] : [])]
    const command = { command: process.execPath, args: words, cwd: process.cwd(), env: {} }
    const settings = benchProbeSettings({ deadlineMs: DEADLINE_MS, stdioCommands: new Map([[url, command]]) })
    return runProbe({ ...target, prober: 'mcp-stdio', kind: 'stdio', url }, settings, () => new Date(), { onDefect })
  }
  const server = await replayHttp(http, { ...(first && isHttp(first) ? { first } : {}), always })
  try {
    const { url } = server
    const settings = benchProbeSettings({ deadlineMs: DEADLINE_MS, dial: { allowedOrigins: [new URL(url).origin] } })
    const endpoint = { ...target, prober: 'mcp-http', kind: 'streamable-http', url } as const
    return await runProbe(endpoint, settings, () => new Date(), { onDefect })
  } finally {
    await server.stop()
  }
}
