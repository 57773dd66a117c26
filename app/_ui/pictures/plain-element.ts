import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'

/** An element as a thread can be sent it: names, properties and texts, without functions. */
export type PlainNode = string | number | null | PlainNode[] | PlainElement
interface PlainElement {
  type: string
  props: Readonly<Record<string, unknown>>
}

/**
 * What a node is made of once all components in it have been called. Throws where one is no plain function of its
 * properties.
 */
export function plainNode(node: ReactNode): PlainNode {
  if (node === null || node === undefined || typeof node === 'boolean') return null
  if (typeof node === 'string' || typeof node === 'number') return node
  if (Array.isArray(node)) return node.map(plainNode)
  if (!isValidElement(node)) throw new Error('A picture has a part that cannot be drawn.')
  const { type, props } = node as ReactElement<Record<string, unknown>>
  if (typeof type === 'function') return plainNode((type as (given: unknown) => ReactNode)(props))
  const { children, ...own } = props
  const inner = plainNode(children as ReactNode)
  if ((type as unknown) === Fragment) return inner
  if (typeof type !== 'string') throw new Error('A picture has a component that is no function.')
  return { type, props: inner === null ? own : { ...own, children: inner } }
}
