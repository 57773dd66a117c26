import { connect } from 'node:net'

/** Sends the head of a request and only the start of its body, and waits for the answer. */
export function sendHalf(origin: string, method: string, path: string): Promise<Response> {
  const { hostname, port } = new URL(origin)
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Content-Type: application/json',
    'Content-Length: 64',
    'Connection: close',
  ]
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n{"`))
    const finish = () => {
      socket.destroy()
      resolve(responseOf(answer))
    }
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
      // The answer is complete with its problem. When the server closes the connection does not matter.
      if (/"instance":"[^"]*"[^{}]*\}/.test(answer)) finish()
    })
    socket.on('end', finish)
    socket.on('error', reject)
  })
}

/** Reads a raw answer with a problem. Anything around its JSON is chunked encoding. */
function responseOf(answer: string): Response {
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  const body = rest.join('\r\n\r\n')
  const status = Number(first.split(' ')[1])
  return new Response(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1), { status, headers })
}
