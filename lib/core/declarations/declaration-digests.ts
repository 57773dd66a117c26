import { canonicalJson, contentHash } from 'assay-verify/canonical-json'
import { canonicalPart, DECLARED_PARTS, type DeclaredPart } from 'assay-verify/lock/declared-part'
import type { Declarations } from './declarations'

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
