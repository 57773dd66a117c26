import { z } from 'zod'
import { DECLARATION_OPERATIONS } from '../../declarations/contract/declaration-operations'
import { CompactRead } from '../compact'
import { EXAMPLES } from '../examples'
import { HistoryAnswer } from '../history'
import { Flag } from '../inputs'
import { operation } from '../operation'
import { EitherHealth } from '../shapes/health'
import { EitherScore } from '../shapes/score'
import { ToolId } from '../shapes/terms'

/** Reads of one tool or server: free, without a key, the same answer for every caller. */
export const READ_OPERATIONS = {
  ping: operation({
    method: 'GET',
    path: '/v1/ping',
    summary: 'Is the service alive',
    description: 'Answers as long as the service can answer at all.',
    pathParameters: [],
    input: z.strictObject({}),
    output: z
      .object({
        ok: z.boolean().meta({ description: 'Always true: a service that cannot answer does not answer.' }),
        demonstration: z.literal(true).optional().meta({
          description:
            'Present where the servers and their history are simulated (`npm run demo`). Left out: they are real.',
        }),
      })
      .meta({ id: 'Ping' }),
    example: EXAMPLES.ping,
    errors: [],
    cache: null,
  }),
  health: operation({
    method: 'GET',
    path: '/v1/health/{toolId}',
    summary: 'Does it work now',
    description: 'Verdict, score, uptime and forecast of one tool or server, with the reasons.',
    pathParameters: ['toolId'],
    input: z.strictObject({ toolId: ToolId, compact: CompactRead }),
    output: EitherHealth,
    example: EXAMPLES.health,
    compactExample: EXAMPLES.compactHealth,
    errors: ['invalid_id', 'unknown_tool'],
    cache: { maxAgeSeconds: 5 },
  }),
  score: operation({
    method: 'GET',
    path: '/v1/score/{toolId}',
    summary: 'The signed score',
    description:
      'Score, grade and verdict with an Ed25519 attestation that anyone can verify from /.well-known/jwks.json alone.',
    pathParameters: ['toolId'],
    input: z.strictObject({
      toolId: ToolId,
      explain: Flag.meta({ example: '1', description: '1: with all that is needed to recompute the score.' }),
      compact: CompactRead,
    }),
    output: EitherScore,
    example: EXAMPLES.score,
    compactExample: EXAMPLES.compactScore,
    errors: ['invalid_id', 'unknown_tool'],
    cache: { maxAgeSeconds: 5 },
  }),
  ...DECLARATION_OPERATIONS,
  history: operation({
    method: 'GET',
    path: '/v1/history/{toolId}',
    summary: 'Days, latency and outages of a server',
    description:
      'What the charts of a server’s page are drawn from, for one server or the server of a tool: ninety days up and down, latency by hour and by six hours, and outages with what probes found.',
    pathParameters: ['toolId'],
    input: z.strictObject({ toolId: ToolId }),
    output: HistoryAnswer,
    example: EXAMPLES.history,
    errors: ['invalid_id', 'unknown_tool'],
    cache: { maxAgeSeconds: 30 },
  }),
} as const
