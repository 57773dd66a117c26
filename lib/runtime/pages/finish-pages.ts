import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { encodingOfCopy, etagIn } from '../../http/compression/encoding'
import { COMMON_HEADERS } from '../../http/problem'
import { isMarkup, PAGE_POLICY, pageCaching, withoutFrameworkScripts } from './finished-page'
import { beginPageStatus } from './page-status'

/** As long as the standalone adapter keeps a page by default. */
const KEPT_SECONDS = 5
/** The name of a reader that has none. */
const READER = 'assay-page'
/** With these Next answers a part of a page, for its own scripts. */
const PARTIAL = /^(rsc|next-.*|x-nextjs-data)$/

type Written = string | Uint8Array
type Done = (error?: Error | null) => void

/**
 * For a host whose own code cannot be changed: holds what is written to a response until it ends, where it is a page,
 * and sends it without the framework's scripts, with the status that the page asked for. Everything else passes as it
 * is written.
 */
export function finishPages({ headers }: IncomingMessage, response: ServerResponse): void {
  for (const name of Object.keys(headers)) if (PARTIAL.test(name)) delete headers[name]
  // Next streams metadata by a script for a reader without a name.
  headers['user-agent'] ||= READER
  const { writeHead, write, end } = response
  const asked = beginPageStatus()
  const pieces: Buffer[] = []
  let isHeld: boolean | undefined
  const decide = (status: number): boolean => {
    if (isHeld !== undefined) return isHeld
    isHeld =
      (isMarkup(response.getHeader('content-type')?.toString()) && ![204, 304].includes(status)) ||
      isMissingPart(response)
    if (!isHeld) withoutPartialVary(response)
    // Next gives files the policy that pages have on hosts whose server is not ours.
    if (!isHeld && response.getHeader('content-security-policy')?.toString().includes("'unsafe-inline'"))
      response.setHeader('content-security-policy', COMMON_HEADERS['content-security-policy'])
    return isHeld
  }
  const hold = (chunk: Written, encoding: BufferEncoding | Done | undefined) =>
    pieces.push(
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8')
        : Buffer.from(chunk),
    )
  Object.assign(response, {
    writeHead: (...given: Parameters<typeof writeHead>) => {
      if (!decide(given[0])) return writeHead.apply(response, given)
      const fields = given.find((value): value is Record<string, string> => typeof value === 'object')
      for (const [name, value] of Object.entries(fields ?? {})) response.setHeader(name, value)
      response.statusCode = given[0]
      return response
    },
    write: (chunk: Written, encoding?: BufferEncoding | Done, done?: Done): boolean => {
      if (!decide(response.statusCode)) return write.call(response, chunk, encoding as BufferEncoding, done)
      hold(chunk, encoding)
      const callback = typeof encoding === 'function' ? encoding : done
      if (callback !== undefined) process.nextTick(callback)
      return true
    },
    end: (chunk?: Written | Done | null, encoding?: BufferEncoding | Done, done?: Done) => {
      Object.assign(response, { writeHead, write, end })
      if (!decide(response.statusCode)) return end.call(response, chunk, encoding as BufferEncoding, done)
      const callback = [chunk, encoding, done].find((given): given is Done => typeof given === 'function')
      if (chunk != null && typeof chunk !== 'function') hold(chunk, encoding)
      if (isMissingPart(response)) return endAsMissingPart(response, callback)
      const body = Buffer.concat(pieces)
      const page = body.length === 0 ? body : finishedBody(body)
      prepareHead(response, page === undefined ? 500 : asked())
      if (page === undefined) return response.end('This page failed to load. Reload it in a moment.', 'utf8', callback)
      if (isKnownCopy(headers, response, page)) return response.end(callback)
      if (page.length > 0) response.setHeader('content-length', page.length)
      return response.end(page, 'utf8', callback)
    },
  })
}

/**
 * Next varies whatever its routes answer by the headers that only its own scripts send, which were removed from the
 * request.
 */
function withoutPartialVary(response: ServerResponse): void {
  const given = response.getHeader('vary')
  if (given === undefined) return
  const names = [given].flat().join(',').split(',')
  const kept = names.map((name) => name.trim()).filter((name) => name !== '' && !PARTIAL.test(name.toLowerCase()))
  if (kept.length === 0) response.removeHeader('vary')
  else response.setHeader('vary', kept.join(', '))
}

/** Next answers a part that a file does not have with its page of an error. */
function isMissingPart(response: ServerResponse): boolean {
  return response.getHeader('content-range')?.toString().startsWith('bytes */') ?? false
}

function endAsMissingPart(response: ServerResponse, done: Done | undefined): ServerResponse {
  response.statusCode = 416
  response.removeHeader('content-type')
  response.setHeader('content-security-policy', COMMON_HEADERS['content-security-policy'])
  response.setHeader('content-length', 0)
  return response.end(done)
}

/** undefined: a part of the page is shown by a script only, so that it would stay incomplete. */
function finishedBody(body: Buffer): Buffer | undefined {
  try {
    return Buffer.from(withoutFrameworkScripts(body.toString()))
  } catch {
    return undefined
  }
}

function prepareHead(response: ServerResponse, status: number | null): void {
  if (status !== null) response.statusCode = status
  // Next varies pages by headers that only its own scripts send.
  response.removeHeader('vary')
  if (response.statusCode === 200) response.setHeader('cache-control', pageCaching(KEPT_SECONDS))
  response.setHeader('content-security-policy', PAGE_POLICY)
}

/** Gives a page its tag. true: the caller has this page already, and gets a 304. */
function isKnownCopy(headers: IncomingHttpHeaders, response: ServerResponse, page: Buffer): boolean {
  if (response.statusCode !== 200 || page.length === 0) return false
  const etag = `"${createHash('sha1').update(page).digest('base64url')}"`
  const copy = encodingOfCopy(headers['if-none-match'], etag)
  response.setHeader('etag', etagIn(copy ?? 'identity', etag))
  if (copy === undefined) return false
  response.statusCode = 304
  response.removeHeader('content-length')
  return true
}
