import { PROBERS } from '../../lib/probers'
import { readSignIn } from '../../lib/probers/access/read-sign-in'
import { probeMcpHttp } from '../../lib/probers/mcp-http'
import { runProbe } from '../../lib/probers/probe'
import type { Probe, Refusal } from '../../lib/probers/prober'
import { benchProbeSettings } from '../probe-settings'

// The client that the conformance suite of MCP drives (docs/conformance.md): one probe of the address it is given, and
// what the probe found as JSON. The suite's servers are on free ports of this machine, and their authorization servers
// on others, so every port of localhost may be dialled here, which no setting of the service allows. That is why the
// refusal is caught and its metadata read with these rules.

const url = process.argv.at(-1) ?? ''
const dial = { allowedOrigins: Array.from({ length: 65_535 }, (_, port) => `http://localhost:${port + 1}`) }
const settings = benchProbeSettings({ userAgent: 'AssayProbe/1 (conformance)', vantage: 'conformance', dial })
const target = {
  serverId: 'conformance/server',
  prober: 'mcp-http',
  kind: 'streamable-http',
  url,
  own: true,
  generation: null,
} as const
let refusal: Refusal | undefined
const probeAnyPort: Probe = (given, usual, controls) =>
  probeMcpHttp(
    given,
    { ...usual, dial },
    {
      ...controls,
      refused: (refused) => {
        refusal = refused
      },
    },
  )
const probers = { ...PROBERS, 'mcp-http': { ...PROBERS['mcp-http'], probe: probeAnyPort } }
const { reason, httpStatus, generation, protocolVersion, tools, notes } = await runProbe(
  target,
  settings,
  () => new Date(),
  { probers },
)
const limits = { limitMs: settings.deadlineMs, signal: null, now: new Date() }
const signIn = refusal === undefined ? undefined : await readSignIn(target, refusal, settings, limits)
const found = { reason, httpStatus, generation, protocolVersion, tools: tools?.length ?? null, notes, signIn }
process.stdout.write(`${JSON.stringify(found)}\n`)
