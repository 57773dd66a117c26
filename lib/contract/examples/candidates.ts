import type { CompactAlternativesAnswer, CompactCandidate, CompactRouteAnswer } from '../compact'
import type { Alternative, Candidate } from '../shapes/candidates'
import type { CallHints, RouteAnswer } from '../shapes/route'
import { ANSWERED, AS_OF, SERVER_ID, TOOL_ID } from './rating'

const ECHO_SCHEMA = {
  type: 'object',
  properties: { message: { type: 'string', description: 'Message to echo' } },
  required: ['message'],
}

export const ECHO: Candidate = {
  toolId: TOOL_ID,
  kind: 'tool',
  name: 'echo',
  description: 'Echoes back the input string',
  serverId: SERVER_ID,
  serverTitle: 'Everything Reference Server',
  verdict: 'healthy',
  status: 'healthy',
  score: 91.2,
  grade: 'A',
  recommendation: 'proceed',
  reasons: ANSWERED,
  access: 'open',
  inputSchema: ECHO_SCHEMA,
  relevance: 0.912,
  asOf: AS_OF,
}

const REPEAT: Candidate = {
  ...ECHO,
  toolId: 'garden/parrot/parrot/repeat',
  name: 'repeat',
  description: 'Repeats what it is told',
  serverId: 'garden/parrot/parrot',
  serverTitle: 'Parrot',
  verdict: 'degraded',
  status: 'degraded',
  score: 71.4,
  grade: 'C',
  recommendation: 'proceed_with_caution',
  reasons: [{ code: 'flapping', text: 'It went down 3 times within 24 hours.' }],
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  relevance: 0.774,
}

const INDEPENDENT = { repository: true, backend: true, host: true }

const HINTS: CallHints = {
  callable: 'endpoint',
  endpoint: 'https://everything.example/mcp',
  endpointTemplate: null,
  transport: 'streamable-http',
  package: null,
  baseUrl: null,
  documentation: null,
  protocolVersion: '2025-11-25',
  auth: { type: 'none', required: false, scheme: null, signIn: null },
  timeoutMs: 1000,
  retry: { attempts: 2, backoffMs: 500 },
  requiredParams: ['message'],
  exampleArguments: { message: 'An example text.' },
  annotations: { title: 'Echo', readOnlyHint: true },
  knownErrors: [],
  notes: [],
}

export const ROUTE: RouteAnswer = {
  chosen: { ...ECHO, callHints: HINTS },
  fallbacks: [{ ...REPEAT, independent: INDEPENDENT, callable: 'endpoint', step: 1 }],
  unavailable: [],
  recommendation: 'proceed',
  fit: 0.912,
  confidence: 0.912,
}

export const ALTERNATIVE: Alternative = {
  ...REPEAT,
  replaces: TOOL_ID,
  similarity: 0.81,
  argsCompatible: false,
  mappable: true,
  parameterMap: [{ from: 'message', to: 'text', kind: 'renamed' }],
  independent: INDEPENDENT,
}

export const COMPACT_ECHO: CompactCandidate = {
  toolId: TOOL_ID,
  name: 'echo',
  description: 'Echoes back the input string',
  verdict: 'healthy',
  status: 'healthy',
  score: 91.2,
  grade: 'A',
  recommendation: 'proceed',
  relevance: 0.912,
  asOf: AS_OF,
}

export const COMPACT_ROUTE: CompactRouteAnswer = {
  chosen: {
    ...COMPACT_ECHO,
    callHints: {
      callable: 'endpoint',
      endpoint: 'https://everything.example/mcp',
      transport: 'streamable-http',
      auth: HINTS.auth,
      timeoutMs: 1000,
      requiredParams: ['message'],
      exampleArguments: { message: 'An example text.' },
    },
  },
  fallbacks: [{ toolId: REPEAT.toolId, verdict: 'degraded', recommendation: 'proceed_with_caution', relevance: 0.774 }],
  unavailable: [],
  recommendation: 'proceed',
  fit: 0.912,
  confidence: 0.912,
}

export const COMPACT_ALTERNATIVE: CompactAlternativesAnswer['alternatives'][number] = {
  toolId: REPEAT.toolId,
  name: 'repeat',
  description: REPEAT.description,
  verdict: 'degraded',
  status: 'degraded',
  score: 71.4,
  grade: REPEAT.grade,
  recommendation: 'proceed_with_caution',
  asOf: AS_OF,
  similarity: 0.81,
  argsCompatible: false,
  mappable: true,
  parameterMap: [{ from: 'message', to: 'text', kind: 'renamed' }],
}
