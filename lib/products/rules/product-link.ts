/** On what it rests that two entries are one product, the surest first. */
export const LINK_BASES = [
  { name: 'correction', sentence: 'An operator joined them.' },
  { name: 'address', sentence: 'They have one address.' },
  { name: 'folder', sentence: 'They name one folder of one repository.' },
  { name: 'repository', sentence: 'They name one repository, and nothing tells them apart.' },
  { name: 'package', sentence: 'They name one package, and their owner, repository or name agrees.' },
  { name: 'path', sentence: 'Two registries list one owner and name.' },
  { name: 'owner', sentence: 'Their repositories have one owner, and they have one name or the same tools.' },
  { name: 'maker', sentence: 'Their owner or domain is that of one maker, and they have one name.' },
] as const
export type LinkBasis = (typeof LINK_BASES)[number]['name']

/** Two entries that are one product, by their ids. */
export interface ProductLink {
  one: string
  other: string
  basis: LinkBasis
}
