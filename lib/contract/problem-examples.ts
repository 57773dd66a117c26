import { ERRORS, type ErrorCode, type InputFault, type Problem } from './errors'

type Particular = Pick<Problem, 'detail' | 'instance'> & Partial<Pick<Problem, 'errors' | 'nearest' | 'event' | 'rule'>>

function ofInput(instance: string, fault: InputFault): Particular {
  return { detail: fault.detail, instance, errors: [fault] }
}

const PARTICULARS: Readonly<Record<ErrorCode, Particular>> = {
  invalid_parameter: ofInput('/v1/search', {
    in: 'query',
    name: 'limit',
    detail: '"limit" must be a whole number from 1 to 100; "ten" was sent.',
  }),
  unknown_parameter: ofInput('/v1/breakages', {
    in: 'query',
    name: 'count',
    detail: '"count" is not known here; "limit" is. This path takes: limit.',
    nearest: 'limit',
  }),
  invalid_id: ofInput('/v1/health/a%2F%2Fb', {
    in: 'path',
    name: 'toolId',
    detail:
      '"toolId" must be an id without empty segments: no slash at its beginning or end, and no two in a row; "a//b" was sent.',
  }),
  invalid_path: { detail: 'The path has an escape that is not valid.', instance: '/v1/health/a%zz' },
  malformed_json: { detail: 'The body is not JSON.', instance: '/v1/ingest' },
  unauthorized: { detail: 'Send the secret as Authorization: Bearer ….', instance: '/cron/probe' },
  key_required: {
    detail: 'Send a key: Authorization: Bearer …, or X-API-Key. POST /v1/keys issues one.',
    instance: '/v1/keys/me',
  },
  mistyped_key: {
    detail: 'This key is not whole: it has assay_ and 38 letters and digits, of which the last six check the others.',
    instance: '/v1/keys/me',
  },
  revoked_key: {
    detail: 'This key was revoked, or never issued here. Reads need no key; POST /v1/keys issues one.',
    instance: '/v1/keys/me',
  },
  unknown_tool: {
    detail: 'No tool or server has this id.',
    instance: '/v1/health/garden/northwind/file-cabinet/raed_file',
    nearest: ['garden/northwind/file-cabinet/read_file'],
  },
  unknown_category: {
    detail: 'No category has this slug. GET /v1/categories lists them all.',
    instance: '/v1/categories/filse',
    nearest: ['files'],
  },
  unknown_incident: {
    detail: 'No incident has this id. It may be older than the history that is kept.',
    instance: '/v1/incidents/inc_999',
  },
  unknown_server: {
    detail: 'Server not found. Names are listed by GET /v0.1/servers.',
    instance: '/v0.1/servers/io.github.user%2Fnone/versions/latest',
  },
  unknown_version: {
    detail: 'Server version not found. The known versions are listed by its path /versions.',
    instance: '/v0.1/servers/io.github.user%2Fweather/versions/9.9.9',
  },
  unknown_policy: {
    detail: 'This service has no registry policy of this name.',
    instance: '/registries/none/v0.1/servers',
  },
  unknown_path: {
    detail: 'Nothing is served at this path. The interface is described at /openapi.json.',
    instance: '/v1/nothing',
  },
  method_not_allowed: { detail: 'This path answers GET, HEAD, OPTIONS.', instance: '/v1/ping' },
  body_too_slow: { detail: 'The body did not arrive within 10 seconds.', instance: '/v1/ingest' },
  body_too_large: { detail: 'The body may have 262144 bytes at most.', instance: '/v1/ingest' },
  unsupported_media_type: {
    detail: 'Send the body as UTF-8 with Content-Type: application/json, and without Content-Encoding.',
    instance: '/v1/ingest',
  },
  invalid_body: {
    ...ofInput('/v1/ingest', {
      in: 'body',
      name: 'events[3].success',
      detail: 'events[3].success must be true or false; a text was sent.',
    }),
    event: 3,
  },
  unknown_member: {
    ...ofInput('/v1/ingest', {
      in: 'body',
      name: 'events[0]',
      detail:
        'events[0] has a member that is not known here. Was "latencyMs" meant? It may have: toolId, success, latencyMs, errorClass.',
      nearest: 'latencyMs',
    }),
    event: 0,
  },
  too_many_entries: {
    detail: 'repos may have 500 entries at most. Ask for the rest in another call.',
    instance: '/v1/reliability/lookup',
  },
  personal_data: {
    detail:
      'events[7].toolId is not a known id and looks like what must not be sent. It holds an e-mail address. Nothing of the batch was counted or kept.',
    instance: '/v1/ingest',
    event: 7,
    rule: 'email',
  },
  invalid_idempotency_key: { detail: 'It is neither a UUIDv7 nor a ULID.', instance: '/v1/ingest' },
  idempotency_key_reused: {
    detail:
      'This Idempotency-Key was sent with another body before. Nothing of this one was counted; send it with a key of its own.',
    instance: '/v1/ingest',
  },
  rate_limited: {
    detail: 'The limit of 60 is used up. Ask again in 42 s; a key raises it.',
    instance: '/v1/search',
  },
  unknown_leaf: { detail: 'The log has 5 leaves, numbered 0 to 4.', instance: '/v1/log/proof' },
  unknown_document: {
    detail: 'No leaf of the log names this digest.',
    instance: '/v1/log/documents/sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
  },
  expired_document: {
    detail: 'What this digest stands for is kept no longer.',
    instance: '/v1/log/documents/sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
  },
  no_log: { detail: 'This process serves no log.', instance: '/v1/log' },
  internal: { detail: 'The service failed. The fault is ours and has been noted.', instance: '/v1/search' },
  not_ready: {
    detail: 'The service is starting or cannot reach its database. Try again in a moment.',
    instance: '/v1/search',
  },
}

/** An example problem of every code. */
export const PROBLEM_EXAMPLES = Object.fromEntries(
  (Object.keys(ERRORS) as ErrorCode[]).map((code): [ErrorCode, Problem] => [
    code,
    { type: `/problems#${code}`, ...ERRORS[code], code, ...PARTICULARS[code] },
  ]),
) as Record<ErrorCode, Problem>
