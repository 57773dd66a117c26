import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { CatalogServer } from '../../lib/core/catalog/catalog'
import type { CategorySubject } from '../../lib/core/catalog/categorizer'
import { slugsOfLabel } from '../../lib/core/catalog/category-hints'
import { CATEGORIES } from '../../lib/core/catalog/taxonomy'
import { catalogPaths, readCatalog } from '../training-files'
import type { GroupedExample } from './cross-validate-categories'
import type { Thesaurus } from './train-categories'

const THESAURUS = join(process.cwd(), 'training/search/thesaurus')
/** Shorter descriptions may be equal by accident. */
const TELLING_LENGTH = 30

export interface CategoryMaterial {
  servers: CatalogServer[]
  examples: GroupedExample[]
  thesaurus: Thesaurus
  /** sha-256 of each file that was read, by name. */
  inputs: Record<string, string>
}

/** The training data of categories: the catalog files of a folder, and the thesaurus. */
export async function readCategoryMaterial(dir: string): Promise<CategoryMaterial> {
  const servers = await readCatalog(dir)
  const learned = CATEGORIES.filter(({ slug }) => slug !== 'other')
  const thesaurusPaths = learned.map(({ slug }) => join(THESAURUS, `${slug}.txt`))
  const thesaurus = new Map(learned.map(({ slug }, at) => [slug, readFileSync(thesaurusPaths[at] ?? '', 'utf8')]))
  const hashes = [...catalogPaths(dir), ...thesaurusPaths].map((path) => [basename(path), sha256Of(path)])
  return { servers, examples: examplesOf(servers), thesaurus, inputs: Object.fromEntries(hashes) }
}

const sha256Of = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** A server from its catalog, without its label and the tags that repeat it. */
function unlabelledSubject(server: CatalogServer): CategorySubject {
  const { title, description, tags, categoryHint, tools } = server
  const label = plain(categoryHint ?? '')
  return {
    name: title,
    title: null,
    description,
    serverTitle: '',
    serverDescription: '',
    categoryHint: null,
    tags: tags.filter((tag) => plain(tag) !== label),
    tools,
  }
}

function examplesOf(servers: readonly CatalogServer[]): GroupedExample[] {
  const labelled = servers.filter(({ categoryHint }) => slugsOfLabel(categoryHint ?? '').length > 0)
  const groups = groupsOf(labelled)
  return labelled.map((server, at) => ({
    subject: unlabelledSubject(server),
    slugs: slugsOfLabel(server.categoryHint ?? ''),
    group: groups[at] ?? server.id,
  }))
}

/** Servers that share a repository, a package or a description are one group, named for its first. */
function groupsOf(servers: readonly CatalogServer[]): string[] {
  const parents = servers.map((_, at) => at)
  const rootOf = (at: number): number => {
    const parent = parents[at] ?? at
    return parent === at ? at : rootOf(parent)
  }
  const firstWith = new Map<string, number>()
  for (const [at, server] of servers.entries()) {
    for (const mark of marksOf(server)) {
      const first = firstWith.get(mark)
      if (first === undefined) firstWith.set(mark, at)
      else parents[Math.max(rootOf(at), rootOf(first))] = Math.min(rootOf(at), rootOf(first))
    }
  }
  return servers.map((server, at) => servers[rootOf(at)]?.id ?? server.id)
}

function marksOf({ repository, packages, description }: CatalogServer): string[] {
  const home = repository?.toLowerCase().replace(/(\/(tree|blob)\/.*|\.git|\/)$/, '')
  const text = plain(description)
  return [
    ...(home === undefined ? [] : [`repository ${home}`]),
    ...packages.map(({ registry, name }) => `package ${registry} ${name.toLowerCase()}`),
    ...(text.length < TELLING_LENGTH ? [] : [`text ${text}`]),
  ]
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
