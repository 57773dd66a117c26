import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const CREDENTIALS = { accessKeyId: 'test-key-id', secretAccessKey: 'test/secret+key' }
export const REGION = 'eu-test-1'

interface Request {
  method: string
  url: URL
  message: IncomingMessage
  body: Buffer
}

/**
 * A store of one bucket with the part of the S3 API that logs use. It verifies every signature by its own reading of
 * SigV4.
 */
export interface S3Server {
  endpoint: string
  /** Objects by key. */
  objects: Map<string, Buffer>
  /**
   * What happens to the next requests: null is nothing, others are answered with this status, without or with the write
   * taking place.
   */
  failNext: ({ status: number; isDone: boolean } | null)[]
  close(): Promise<void>
}

export async function openS3Server(bucket: string, { ignoresConditions = false } = {}): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const failNext: S3Server['failNext'] = []
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk as Buffer)
    const { method = '', headers } = message
    const request = {
      method,
      url: new URL(`http://${headers.host}${message.url}`),
      message,
      body: Buffer.concat(chunks),
    }
    answer(request, response)
  })
  const answer = (request: Request, response: ServerResponse) => {
    if (!isSigned(request)) return refuse(response, 403, 'SignatureDoesNotMatch')
    const [, first, ...rest] = decodeURIComponent(request.url.pathname).split('/')
    if (first !== bucket) return refuse(response, 404, 'NoSuchBucket')
    const failure = failNext.shift() ?? undefined
    if (failure?.isDone) put(request, rest.join('/'), objects)
    if (failure !== undefined) return refuse(response, failure.status, 'InternalError')
    if (request.url.searchParams.get('list-type') === '2') return list(request, objects, response)
    return answerObject(request, rest.join('/'), objects, response, ignoresConditions)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failNext,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answerObject(
  request: Request,
  key: string,
  objects: Map<string, Buffer>,
  response: ServerResponse,
  ignoresConditions: boolean,
): void {
  const there = objects.get(key)
  if (request.method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (request.method === 'PUT') {
    const { 'if-none-match': none, 'if-match': match } = request.message.headers
    const isRefused = (none === '*' && there !== undefined) || (match !== undefined && match !== etagOf(there))
    if (isRefused && !ignoresConditions) {
      refuse(response, 412, 'PreconditionFailed')
    } else {
      put(request, key, objects)
      response.writeHead(200, { etag: etagOf(request.body) }).end()
    }
  } else if (there === undefined) refuse(response, 404, 'NoSuchKey')
  else response.writeHead(200, { etag: etagOf(there) }).end(there)
}

function put({ body }: Request, key: string, objects: Map<string, Buffer>): void {
  objects.set(key, body)
}

function list({ url }: Request, objects: Map<string, Buffer>, response: ServerResponse): void {
  const keys = [...objects.keys()].filter((key) => key.startsWith(url.searchParams.get('prefix') ?? ''))
  const contents = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<ListBucketResult>${contents}</ListBucketResult>`)
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`)
}

function etagOf(bytes: Buffer | undefined): string {
  return bytes === undefined ? '' : `"${createHash('md5').update(bytes).digest('hex')}"`
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** As "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)" describes it. */
function isSigned({ method, url, message: { headers }, body }: Request): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/
  const [, keyId, day = '', region = '', names = '', signature = ''] = form.exec(headers.authorization ?? '') ?? []
  const time = String(headers['x-amz-date'])
  if (keyId !== CREDENTIALS.accessKeyId || region !== REGION || !time.startsWith(day)) return false
  const payload = String(headers['x-amz-content-sha256'])
  const signed = names.split(';')
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date', 'if-match', 'if-none-match']
  if (payload !== sha256(body) || needed.some((name) => headers[name] !== undefined && !signed.includes(name)))
    return false
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const canonical = [method, url.pathname, query, lines, names, payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const dayKey = hmac(`AWS4${CREDENTIALS.secretAccessKey}`, day)
  const key = hmac(hmac(hmac(dayKey, region), 's3'), 'aws4_request')
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'))
}
