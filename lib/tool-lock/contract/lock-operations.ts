import { z } from 'zod'
import { operation } from '../../contract/operation'
import { LockAnswer, LockBody, LockIds, MOST_LOCK_BYTES, MOST_LOCKED, MOST_LOCKED_BY_GET, weighLock } from './lock'
import example from './lock-example.json' with { type: 'json' }

const DESCRIPTION =
  'Digests of what servers declare, part by part: description, schemas and annotations of each tool, instructions, prompts, resources and skills; since when each is as it is, and by which vantages the server was seen. Whoever pins tools keeps the digests and compares them later: only a change of content changes a digest.'

/** Digests for those who pin what servers declare. */
export const LOCK_OPERATIONS = {
  lock: operation({
    method: 'GET',
    path: '/v1/lock',
    summary: 'Digests of what servers declare',
    description: `${DESCRIPTION} At most ${MOST_LOCKED_BY_GET} ids; with POST up to ${MOST_LOCKED.toLocaleString('en-US')}.`,
    pathParameters: [],
    repeatable: ['ids'],
    input: z.strictObject({ ids: LockIds }),
    output: LockAnswer,
    example: example,
    weight: 2,
    errors: [],
    cache: { maxAgeSeconds: 30 },
  }),
  lockMany: operation({
    method: 'POST',
    path: '/v1/lock',
    summary: 'Digests of what many servers declare',
    description: `${DESCRIPTION} It weighs one call, and one more for every 50 ids begun.`,
    pathParameters: [],
    input: z.strictObject({}),
    body: {
      schema: LockBody,
      maxBytes: MOST_LOCK_BYTES,
      tooMany: 'Ask for the rest in another call.',
      example: { ids: ['garden/northwind/file-cabinet', 'garden/northwind/gone'] },
    },
    weighBody: (body) => weighLock(body as z.output<typeof LockBody>),
    output: LockAnswer,
    example: example,
    errors: ['too_many_entries'],
    cache: null,
  }),
} as const
