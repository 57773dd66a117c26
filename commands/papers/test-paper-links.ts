import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Every paper of the repository, but for experiments, which name what there was at their time. */
export const LINKING_PAPERS = [
  ...[
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    ...['tlog', 'verify', 'client', 'decide', 'hook'].map((name) => `packages/${name}/README.md`),
    'bench/README.md',
  ],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join('docs', name)),
]

/** Folders of the repository; what is in code and begins with one of them is a path, unless it has a placeholder. */
const NAMED = /`((?:app|bench|commands|docs|drizzle|e2e|fuzz|lib|packages|public|training|\.ci)\/[^`\s]*)`/g
const PLACEHOLDER = /[*<>{}…]|NNN/
/** What a build makes. */
const BUILT = /^packages\/\w+\/dist/
const LINK = /\]\((?!\w+:)([^)\s]+)(?:\s[^)]*)?\)/g

/** What a paper names that does not exist: paths, and parts of papers, each as it is written. */
export function brokenIn(path: string): string[] {
  const text = withoutBlocks(readFileSync(path, 'utf8'))
  const named = [...text.matchAll(NAMED)].map(([, to = '']) => to.replace(/:\d+$/, ''))
  const links = [...text.replace(/`[^`\n]*`/g, '').matchAll(LINK)].map(([, to = '']) => to)
  return [
    ...named.filter((to) => !PLACEHOLDER.test(to) && !BUILT.test(to) && !existsSync(to)),
    ...links.filter((to) => !isThere(path, to)),
  ]
}

function isThere(from: string, link: string): boolean {
  const [to = '', anchor] = link.split('#')
  const path = to === '' ? from : normalize(join(dirname(from), to))
  if (!existsSync(path)) return false
  return anchor === undefined || !path.endsWith('.md') || anchorsOf(readFileSync(path, 'utf8')).has(anchor)
}

/** Anchors of the headings of a paper, as GitHub makes them. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutBlocks(text).matchAll(/^#{1,6} +(.+)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
    let unique = slug
    for (let count = 1; anchors.has(unique); count += 1) unique = `${slug}-${count}`
    anchors.add(unique)
  }
  return anchors
}

function withoutBlocks(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '')
}
