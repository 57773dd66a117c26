import { AS_OF, SERVER_ID, TOOL_ID } from './rating'

const ORIGIN = 'assay.example/log'
const CHECKPOINT = `${ORIGIN}\n5\nqz5kVvCFU0oZyOjNnCnMXCdrBAqQOSEnUeqd1nkPZkw=\n\n— ${ORIGIN} 2yJXRaZ0q0qXc2lnbmF0dXJl\n`
const VKEY = `${ORIGIN}+c7a8d2f1+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea`
const DIGEST = 'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'
const ENTRY = JSON.stringify({ at: AS_OF, from: 'unknown', id: TOOL_ID, kind: 'verdict', to: 'healthy', v: 1 })

/** Answers about the log, for the documentation. */
export const LOG_EXAMPLES = {
  log: {
    origin: ORIGIN,
    size: 5,
    checkpoint: CHECKPOINT,
    publishedAt: '2026-11-22T10:00:10.000Z',
    openedAt: '2026-11-20T00:00:00.000Z',
    recording: true,
    waiting: 0,
    waitingSeconds: 0,
    problem: null,
    kept: { documentDays: 90, declarationDays: 731, observationDays: 14 },
    keys: [{ vkey: VKEY, kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', retiredAt: null }],
    witnesses: [],
    cosigned: null,
  },
  checkpoint: CHECKPOINT,
  tile: '\u0000\u0002{}',
  proof: {
    kind: 'inclusion' as const,
    size: 5,
    root: 'qz5kVvCFU0oZyOjNnCnMXCdrBAqQOSEnUeqd1nkPZkw=',
    leaf: 3,
    leafHash: 'bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=',
    entry: ENTRY,
    hashes: ['bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=', 'bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0='],
    checkpoint: CHECKPOINT,
  },
  document: '{}',
  leaves: {
    size: 5,
    leaves: [
      { leaf: 4, kind: 'declarations' as const, subject: SERVER_ID, at: AS_OF, digest: DIGEST },
      { leaf: 3, kind: 'verdict' as const, subject: TOOL_ID, at: AS_OF, digest: null },
    ],
    before: null,
  },
  observations: {
    hour: '2026-11-22T09:00:00.000Z',
    lines: [
      `{"at":"2026-11-22T09:58:30.000Z","httpStatus":200,"id":"${SERVER_ID}","latencyMs":41,"reason":"answered","target":0,"vantage":"local"}`,
    ],
    cursor: null,
  },
}
