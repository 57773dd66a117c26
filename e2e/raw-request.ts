import { request } from 'node:http'

export interface RawAnswer {
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
): Promise<RawAnswer> {
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
