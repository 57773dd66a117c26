import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

const HASH_LENGTH = 22

type Step = { text: string } | { value: unknown } | { leave: object }

const isAbsent = (value: unknown) => value === undefined || typeof value === 'function' || typeof value === 'symbol'

function scalar(value: unknown): string {
  if (typeof value === 'bigint') throw new TypeError('canonicalJson: JSON cannot hold a bigint')
  return isAbsent(value) ? 'null' : JSON.stringify(value)
}

/** What is to write of an array or object, in reverse, for a stack: text, with a step for each that lies within. */
function stepsOf(node: object): Step[] {
  const isArray = Array.isArray(node)
  const members = node as Readonly<Record<string, unknown>>
  // By the units of UTF-16, as sort does.
  const keys = isArray ? Array.from(node.keys(), String) : Object.keys(node).sort()
  const steps: Step[] = []
  let text = isArray ? '[' : '{'
  let comma = ''
  for (const key of keys) {
    const value = members[key]
    if (!isArray && isAbsent(value)) continue
    text += isArray ? comma : `${comma}${JSON.stringify(key)}:`
    comma = ','
    if (typeof value === 'object' && value !== null) {
      steps.push({ text }, { value })
      text = ''
    } else text += scalar(value)
  }
  steps.push({ text: text + (isArray ? ']' : '}') }, { leave: node })
  return steps.reverse()
}

/**
 * One text for one JSON value, after RFC 8785: keys in order of their UTF-16 units, no white space, numbers and strings
 * as ECMAScript writes them. Two values that differ only in the order of keys give the same text; the order of arrays
 * counts. As in `JSON.stringify`, absent members are left out and NaN is null. Any depth works; a cycle or a bigint is
 * a TypeError.
 */
export function canonicalJson(value: unknown): string {
  const stack: Step[] = [{ value }]
  const open = new Set<object>()
  let json = ''
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if ('text' in step) json += step.text
    else if ('leave' in step) open.delete(step.leave)
    else if (typeof step.value !== 'object' || step.value === null) json += scalar(step.value)
    else {
      if (open.has(step.value)) throw new TypeError('canonicalJson: the value contains itself')
      open.add(step.value)
      for (const next of stepsOf(step.value)) stack.push(next)
    }
  }
  return json
}

/** A short name for content: SHA-256 of the canonical JSON, base64url, its first 22 characters (132 bits). */
export function contentHash(value: unknown): string {
  return shortName(sha256(utf8ToBytes(canonicalJson(value))))
}

/** `contentHash` of an array whose items are added one by one, in their order. */
export function arrayContentHash(): { add(item: unknown): void; hash(): string } {
  const digest = sha256.create().update(utf8ToBytes('['))
  let comma = ''
  return {
    add: (item) => {
      digest.update(utf8ToBytes(comma + canonicalJson(item)))
      comma = ','
    },
    hash: () => shortName(digest.update(utf8ToBytes(']')).digest()),
  }
}

function shortName(digest: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...digest))
  return base64.replaceAll('+', '-').replaceAll('/', '_').slice(0, HASH_LENGTH)
}
