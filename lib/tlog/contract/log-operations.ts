import { z } from 'zod'
import { comparedText, Limit, wholeNumber } from '../../contract/inputs'
import { operation } from '../../contract/operation'
import { LogLeaves, LogObservations, LogProof, LogSummary } from './log'
import examples from './log-examples.json' with { type: 'json' }

const LeafNumber = wholeNumber(0, Number.MAX_SAFE_INTEGER)
const AN_HOUR = 'an hour as `2026-11-22T09:00:00.000Z`'
const FOR_EVER = { maxAgeSeconds: 31_536_000 }

/** The transparency log: what this service stated, and proofs that it does not take it back. */
export const LOG_OPERATIONS = {
  log: operation({
    method: 'GET',
    path: '/v1/log',
    summary: 'The log, its keys and its witnesses',
    description:
      'The append-only log of what this service stated (C2SP tlog-tiles): origin, verifier keys, newest checkpoint, witnesses, and how far it is behind. docs/log.md says what is logged and how to audit it.',
    pathParameters: [],
    input: z.strictObject({}),
    output: LogSummary,
    example: examples.log,
    limitedBy: 'free',
    errors: ['no_log'],
    cache: { maxAgeSeconds: 2 },
  }),
  logCheckpoint: operation({
    method: 'GET',
    path: '/log/checkpoint',
    summary: 'The newest checkpoint',
    description: 'Size and root of the log, signed (C2SP tlog-checkpoint).',
    pathParameters: [],
    input: z.strictObject({}),
    output: z.string(),
    mediaType: 'text/plain; charset=utf-8',
    example: examples.checkpoint,
    limitedBy: 'logFiles',
    errors: ['no_log', 'unknown_leaf'],
    cache: { maxAgeSeconds: 2 },
  }),
  logTile: operation({
    method: 'GET',
    path: '/log/tile/{tile}',
    summary: 'A tile of the log',
    description:
      'Hashes or entries of the log (C2SP tlog-tiles): `<L>/<N>` for 256 hashes of level L, `entries/<N>` for 256 entries, either with `.p/<W>` for the first W of them. It never changes. A partial tile may be gone once its full one is there.',
    pathParameters: ['tile'],
    input: z.strictObject({
      tile: z
        .string()
        .regex(
          /^(entries|\d{1,2})\/(x\d{3}\/){0,5}\d{3}(\.p\/\d{1,3})?$/,
          'a tile as `0/000.p/5` or `entries/x001/234`',
        )
        .meta({ example: 'entries/000.p/5', description: 'Level, number and, of a partial tile, its width.' }),
    }),
    output: z.string(),
    mediaType: 'application/octet-stream',
    example: examples.tile,
    limitedBy: 'logFiles',
    errors: ['no_log', 'unknown_leaf'],
    cache: FOR_EVER,
  }),
  logProof: operation({
    method: 'GET',
    path: '/v1/log/proof',
    summary: 'Proof that the log has a leaf, or continues an earlier one',
    description:
      'With `leaf`: inclusion of that leaf in the tree of `size` leaves, by default the newest. With `from` and `to`: that the tree of `to` leaves begins with that of `from` leaves. RFC 6962, 2.1; verify the checkpoint and compare its root.',
    pathParameters: [],
    input: z.strictObject({
      leaf: LeafNumber.optional().meta({ example: 3, description: 'Number of a leaf.' }),
      size: LeafNumber.optional().meta({ example: 5, description: 'Of a tree; the newest where left out.' }),
      from: LeafNumber.optional().meta({ example: 2, description: 'Size of the older tree.' }),
      to: LeafNumber.optional().meta({ example: 5, description: 'Size of the newer tree; the newest where left out.' }),
    }),
    output: LogProof,
    example: examples.proof,
    limitedBy: 'free',
    errors: ['no_log', 'unknown_leaf'],
    cache: { maxAgeSeconds: 2 },
  }),
  logDocument: operation({
    method: 'GET',
    path: '/v1/log/documents/{digest}',
    summary: 'What a digest of the log stands for',
    description:
      'The exact bytes whose SHA-256 a leaf names: inputs of a score, digests of what a server declares, or a formula, as canonical JSON (RFC 8785). 410 once it is kept no longer.',
    pathParameters: ['digest'],
    input: z.strictObject({
      digest: z
        .string()
        .regex(/^sha256:[0-9a-f]{64}$/, 'a digest as `sha256:` and 64 hexadecimal digits')
        .meta({
          example: 'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
          description: 'As a leaf has it.',
        }),
    }),
    output: z.string(),
    mediaType: 'application/json; charset=utf-8',
    document: z.record(z.string(), z.unknown()).meta({ id: 'LogDocument' }),
    example: examples.document,
    limitedBy: 'free',
    errors: ['unknown_document', 'expired_document'],
    cache: FOR_EVER,
  }),
  logLeaves: operation({
    method: 'GET',
    path: '/v1/log/leaves',
    summary: 'Leaves that name a subject',
    description: 'Published leaves about one server, tool or hour, or all, the newest first, in pages.',
    pathParameters: [],
    input: z.strictObject({
      subject: comparedText(z.string().min(1).max(1024)).optional().meta({
        example: 'garden/lantern/lamps',
        description: 'An id, or the hour of observations; all leaves where left out.',
      }),
      before: LeafNumber.optional().meta({ example: 100, description: 'Only leaves with smaller numbers.' }),
      limit: Limit.default(25).meta({ example: 25, description: 'How many at most, 1-100.' }),
    }),
    output: LogLeaves,
    example: examples.leaves,
    errors: ['no_log'],
    cache: { maxAgeSeconds: 5 },
  }),
  logObservations: operation({
    method: 'GET',
    path: '/v1/log/observations/{hour}',
    summary: 'The observations of one hour',
    description:
      'The canonical lines from which the root of an hour of observations follows, in pages of a minute or more, for as long as observations are kept. Hash each line as a leaf (RFC 6962) and compare the tree hash with the leaf of the hour.',
    pathParameters: ['hour'],
    input: z.strictObject({
      hour: z
        .string()
        .regex(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/, AN_HOUR)
        // `Date` reads 30 February as a day of March.
        .refine((text) => new Date(text).toJSON() === text, AN_HOUR)
        .meta({ example: '2026-11-22T09:00:00.000Z', description: 'Beginning of the hour, UTC.' }),
      cursor: z
        .string()
        .regex(/^[1-5]?\d$/, 'a `cursor` that this service sent')
        .optional()
        .meta({ example: '12', description: 'The `cursor` of the page before.' }),
    }),
    output: LogObservations,
    example: examples.observations,
    weight: 2,
    errors: [],
    cache: { maxAgeSeconds: 60 },
  }),
} as const
