/** Headers of an answer that are shown where it has them. */
const SHOWN_HEADERS = [
  'content-type',
  'etag',
  'cache-control',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'idempotency-replayed',
]
/** Characters of a body that are shown. */
const MOST_SHOWN = 200_000

/** A request as the fields of a form make it. */
export interface BuiltRequest {
  address: string
  headers: Record<string, string>
  body: string | undefined
}

/**
 * The request of an operation with this path from fields named `path:x`, `query:x`, `header:x`, `key` and `body`; empty
 * fields are left out.
 */
export function requestOf(path: string, fields: Iterable<[name: string, value: string]>): BuiltRequest {
  const query = new URLSearchParams()
  const headers: Record<string, string> = {}
  let address = path
  let body: string | undefined
  for (const [field, value] of fields) {
    const [place = '', name = ''] = field.split(':')
    if (value === '') continue
    if (place === 'path') address = address.replace(`{${name}}`, value.split('/').map(encodeURIComponent).join('/'))
    else if (place === 'query') query.append(name, value)
    else if (place === 'header') headers[name] = value
    else if (place === 'key') headers.Authorization = `Bearer ${value}`
    else if (place === 'body') body = value
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  return { address: query.size === 0 ? address : `${address}?${query}`, headers, body }
}

/** Sends the request of the form when it is submitted and shows the answer in the element. */
export function answerSubmits(element: HTMLElement, form: HTMLFormElement): void {
  let running: AbortController | undefined
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    running?.abort()
    const run = new AbortController()
    running = run
    const fields = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value).trim()])
    const request = requestOf(element.dataset.path ?? '', fields)
    show(element, { status: 'Sending…', headers: '', body: '' })
    const shown = await send(element.dataset.method ?? 'GET', request, run.signal)
    if (!run.signal.aborted) show(element, shown)
  })
}

interface Shown {
  status: string
  headers: string
  body: string
}

async function send(method: string, { address, headers, body }: BuiltRequest, signal: AbortSignal): Promise<Shown> {
  const before = performance.now()
  try {
    const answer = await fetch(address, { method, headers, signal, ...(body !== undefined && { body }) })
    const text = await answer.text()
    const ms = Math.round(performance.now() - before)
    return {
      status: `${answer.status} ${answer.statusText}, ${ms} ms: ${method} ${address}`,
      headers: SHOWN_HEADERS.flatMap((name) => {
        const value = answer.headers.get(name)
        return value === null ? [] : `${name}: ${value}`
      }).join('\n'),
      body: shownBody(text, answer.headers.get('content-type') ?? ''),
    }
  } catch (error) {
    return { status: `No answer: ${error instanceof Error ? error.message : String(error)}`, headers: '', body: '' }
  }
}

/** JSON is indented; a long body is cut. */
export function shownBody(text: string, contentType: string): string {
  const body = /\bjson\b/.test(contentType) ? indented(text) : text
  return body.length <= MOST_SHOWN
    ? body
    : `${body.slice(0, MOST_SHOWN)}\n… ${body.length - MOST_SHOWN} more characters`
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** All of it as text: an answer may hold anything. */
function show(element: HTMLElement, shown: Shown): void {
  const place = element.querySelector<HTMLElement>('[data-answer]')
  if (place === null) return
  place.hidden = false
  for (const [part, text] of Object.entries(shown)) {
    const node = element.querySelector<HTMLElement>(`[data-part="${part}"]`)
    if (node === null) continue
    node.textContent = text
    const block = node.closest<HTMLElement>('[data-block]')
    if (block !== null) block.hidden = text === ''
  }
}
