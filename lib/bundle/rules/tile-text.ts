import { saysWhichAreOut } from 'assay-decide/alternative'
import {
  type AlternativeFacts,
  BUNDLE_FORM,
  type ServerKey,
  type ServerStateEntry,
  type TileFamily,
} from 'assay-decide/bundle'
import { tileNumberOf } from 'assay-decide/names'

/** A server as the tiles are written from it. */
export interface BundledServer {
  id: string
  title: string
  keys: readonly ServerKey[]
  /** It is at an address and also in a package. */
  isBoth: boolean
  /** `ServerFacts.tools` as JSON. */
  tools: string
  /** `ServerPins.tools` as JSON; null: there are none, or they are not known yet. */
  pins: string | null
  /** Its `ServerStateEntry` as JSON; null: there is nothing to say of it. */
  state: string | null
}

/**
 * The JSON of one tile with these servers, in the order of their ids. It is put together of texts, so that names such
 * as `__proto__` are names as all others.
 */
export function tileText(family: TileFamily, servers: readonly BundledServer[], number: number, bits: number): string {
  const inOrder = servers.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  if (family === 'facts') return listText(inOrder.map((server) => factsText(server, number, bits)))
  if (family === 'pins')
    return listText(
      inOrder.flatMap(({ id, pins }) => (pins === null ? [] : `{"id":${JSON.stringify(id)},"tools":${pins}}`)),
    )
  const states = inOrder.flatMap(({ id, state }) => (state === null ? [] : `${JSON.stringify(id)}:${state}`))
  return `{"form":${BUNDLE_FORM},"servers":{${states.join(',')}}}`
}

function listText(entries: readonly string[]): string {
  return `{"form":${BUNDLE_FORM},"servers":[${entries.join(',')}]}`
}

function factsText({ id, title, keys, isBoth, tools }: BundledServer, number: number, bits: number): string {
  const here = keys.filter((key) => tileNumberOf(key, bits) === number)
  return `${JSON.stringify({ id, title, keys: here }).slice(0, -1)},"tools":${tools}${isBoth ? ',"both":true' : ''}}`
}

/** An object as JSON whose members may have any name, in the order of the names. */
export function membersText(members: Iterable<readonly [name: string, value: unknown]>): string {
  const inOrder = [...members].sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${inOrder.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`
}

/** The servers of alternatives, each once. */
export function serversOf(alternatives: ReadonlyMap<string, readonly AlternativeFacts[]>): string[] {
  return [...new Set([...alternatives.values()].flatMap((list) => list.map(({ serverId }) => serverId)))]
}

/**
 * A state as JSON, with those of these servers that cannot be used now. Where nothing is said against the server, none
 * is asked for.
 */
export function stateText(
  entry: ServerStateEntry | null,
  alternatives: readonly string[],
  isOut: (serverId: string) => boolean,
): string | null {
  if (entry === null) return null
  const out = saysWhichAreOut(entry) ? alternatives.filter(isOut).sort() : []
  return JSON.stringify(out.length === 0 ? entry : { ...entry, out })
}
