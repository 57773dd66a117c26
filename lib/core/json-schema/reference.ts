import type { JsonSchema } from 'assay-verify/json-schema/json-value'

/**
 * The target of a `$ref` within the schema: the root, or what a JSON pointer names. undefined where it points to
 * nothing or out of the schema; anchors are not supported.
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
