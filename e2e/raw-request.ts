import { type IncomingHttpHeaders, request } from 'node:http'

export interface RawResponse {
  status: number
  type: string
  location: string | undefined
  body: string
}

/** Sends a request with its target exactly as given; `fetch` would normalize it. */
export function rawRequest(
  origin: string,
  target: string,
  method = 'GET',
  headers: Record<string, string> = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: target, method, headers, setHost: true }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text: string) => (body += text))
      response.on('end', () => {
        const { location, 'content-type': type = '' } = response.headers
        resolve({ status: response.statusCode ?? 0, type, location, body })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

export interface RawBytes {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** As `rawRequest`, with all headers and the body as it was sent, in whatever encoding. */
export function rawBytes(
  origin: string,
  target: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawBytes> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: target, method, headers }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
