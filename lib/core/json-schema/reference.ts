import type { JsonSchema } from '../catalog/catalog'

/**
 * What a `$ref` within the schema leads to: the root, or what a JSON pointer names. undefined for what leads nowhere
 * or out of the schema, anchors among them.
 */
export function referenced(root: JsonSchema, reference: unknown): unknown {
  if (reference === '#') return root
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined
  let node: unknown = root
  for (const token of unescaped(reference.slice(2)).split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
    node = Reflect.get(node, key)
  }
  return node
}

function unescaped(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
