/**
 * On what it rests that two entries are one product, by precedence. `sure` 0-1: (right + 1) / (all + 2) of such links
 * among the pairs graded by hand and a sample of 73 looked at by eye; no catalog that was graded has handshakes.
 */
export const LINK_BASES = [
  { name: 'correction', sure: 1, sentence: 'An operator joined them.' },
  { name: 'folder', sure: 0.99, sentence: 'They name one folder of one repository.' },
  { name: 'repository', sure: 0.99, sentence: 'They name one repository, and their names do not differ.' },
  { name: 'package', sure: 0.94, sentence: 'They name one package, and their owner, repository or name agrees.' },
  { name: 'address', sure: 0.95, sentence: 'They have one address.' },
  { name: 'path', sure: 0.93, sentence: 'Two registries list one owner and name.' },
  {
    name: 'owner',
    sure: 0.83,
    sentence: 'Their repositories have one owner, and they have one name or the same tools.',
  },
  { name: 'maker', sure: 0.97, sentence: 'Their owner or domain is that of one maker, and they have one name.' },
  {
    name: 'handshake',
    sure: 0.5,
    sentence: 'They introduce themselves by one name, list the same tools, and their makers do not differ.',
  },
] as const
export type LinkBasis = (typeof LINK_BASES)[number]['name']

/** Two entries that are one product, by their ids. */
export interface ProductLink {
  one: string
  other: string
  basis: LinkBasis
}

/** Why two entries that share a fact are not one product, or what their facts contradict each other in. */
export const CONTRADICTIONS = [
  { name: 'split_by_operator', sentence: 'An operator said that they are not one product.' },
  { name: 'two_publishers', sentence: 'What they share would join products of two known publishers.' },
  { name: 'two_sites', sentence: 'They name one repository, package or owner, and answer at sites of two makers.' },
  {
    name: 'two_repositories',
    sentence: 'One maker calls them by one name, and one registry lists two repositories of them.',
  },
  { name: 'package_of_other_repository', sentence: 'They name one package, and repositories of different owners.' },
  { name: 'address_of_other_repository', sentence: 'They have one address, and repositories and names that differ.' },
  { name: 'copied_tools', sentence: 'They list the same tools, and are of different owners.' },
  { name: 'one_repository', sentence: 'They name one repository, and are several products.' },
  { name: 'namespace_of_other_owner', sentence: 'The namespace is of another account than the repository.' },
  { name: 'local_address', sentence: 'It gives an address on the reader’s own machine, which says nothing.' },
  { name: 'launcher_package', sentence: 'Its package is a program that starts or connects other servers.' },
] as const

export interface Contradiction {
  one: string
  /** Mostly an entry of another product; the same entry where its own facts disagree. */
  other: string
  code: (typeof CONTRADICTIONS)[number]['name']
}
