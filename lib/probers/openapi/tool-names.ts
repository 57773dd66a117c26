import type { Operation } from './operations'

const MAX_NAME_CHARS = 100
/** Names that every client can call as they are. */
const PLAIN = /^[\p{L}\p{N}_][\p{L}\p{N}_.:-]{0,99}$/u

/** Names for operations, each used once. */
export class ToolNames {
  readonly #used = new Map<string, number>()

  /**
   * The operation's id, else its method and path (`get_pets_id`), made valid; from the second of a name on with a
   * number.
   */
  nameFor({ method, path, members }: Pick<Operation, 'method' | 'path' | 'members'>): string {
    const { operationId } = members
    const wanted = (typeof operationId === 'string' && valid(operationId)) || valid(`${method} ${path}`) || method
    for (let count = this.#used.get(wanted) ?? 1; ; count += 1) {
      const name = count === 1 ? wanted : `${wanted}_${count}`
      this.#used.set(wanted, count + 1)
      if (name !== wanted && this.#used.has(name)) continue
      if (name !== wanted) this.#used.set(name, 2)
      return name
    }
  }
}

function valid(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .slice(0, 2 * MAX_NAME_CHARS)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}_.:-]+/gu, '_')
    .replace(/^[_.:-]+|_+$/g, '')
    .slice(0, MAX_NAME_CHARS)
    .toWellFormed()
}
