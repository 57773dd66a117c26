import { canonicalJson, contentHash } from '../canonical-json'
import { DECLARED_PARTS, type Declarations, type DeclaredPart } from './declarations'

/**
 * The part in its canonical form: lists in the order of their names, so that only a change of content changes the
 * digest. null: not read.
 */
export function canonicalPart(declared: Declarations, part: DeclaredPart): unknown {
  switch (part) {
    case 'prompts':
      return declared.prompts?.toSorted(byText(({ name }) => name)) ?? null
    case 'resources':
    case 'templates':
    case 'skills':
      return declared[part]?.toSorted(byText(({ uri }) => uri)) ?? null
    default:
      return declared[part]
  }
}

const byText =
  <Item>(textOf: (item: Item) => string) =>
  (a: Item, b: Item) =>
    textOf(a) < textOf(b) ? -1 : 1

/** SHA-256 of the canonical JSON of each part (`contentHash`); null: it was never read. */
export type DeclarationDigests = Record<DeclaredPart, string | null>

export function declarationDigests(declared: Declarations): DeclarationDigests {
  const digestOf = (part: DeclaredPart) => {
    const canonical = canonicalPart(declared, part)
    return canonical === null ? null : contentHash(canonical)
  }
  return Object.fromEntries(DECLARED_PARTS.map((part) => [part, digestOf(part)])) as DeclarationDigests
}

/** A digest of everything that is compared, flags included. */
export function declarationsDigest(declared: Declarations): string {
  return contentHash([declarationDigests(declared), declared.cut, declared.flags])
}

/** A digest of a value of any depth, for what is compared but not shown. */
export function valueDigest(value: unknown): string {
  return contentHash(canonicalJson(value))
}
