import { readFileSync } from 'node:fs'

/**
 * The text of a page with these rows between its marks `<!-- name, written by npm run papers -->` and
 * `<!-- end of name -->`. Throws where the marks are missing.
 */
export function withMarkedTable(path: string, name: string, lines: readonly string[]): string {
  const page = readFileSync(path, 'utf8')
  const [opening, closing] = [`<!-- ${name}, written by npm run papers -->\n`, `<!-- end of ${name} -->`]
  const [begin, end] = [page.indexOf(opening), page.indexOf(closing)]
  if (begin < 0 || end < begin) throw new Error(`${path} does not have ${opening}and ${closing}`)
  return `${page.slice(0, begin)}${opening}${lines.map((line) => `${line}\n`).join('')}${page.slice(end)}`
}
