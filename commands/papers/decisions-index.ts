import { readdirSync, readFileSync } from 'node:fs'

const DECISIONS = 'docs/decisions'
export const DECISIONS_INDEX = `${DECISIONS}/README.md`

const OPENING = `# Decisions

Why Assay is as it is: a record for each choice that a later reader would question, accepted unless it says otherwise
here. \`npm run papers\` writes this page.

`

/** The index of all decision records. Throws where a record does not begin with its number, title, date and status. */
export function decisionsIndex(): string {
  const names = readdirSync(DECISIONS).filter((name) => /^\d{3}-.+\.md$/.test(name))
  const rows = names.sort().map((name) => {
    const { number, title, status } = readDecision(`${DECISIONS}/${name}`)
    return `- [${number} ${title}](${name})${status === 'accepted' ? '' : `: ${status}`}\n`
  })
  return OPENING + rows.join('')
}

/** `status`: its first sentence. */
function readDecision(path: string): { number: string; title: string; status: string } {
  const text = readFileSync(path, 'utf8')
  const found = /^# (?<number>\d{3}) (?<title>.+)\n\nDate: \d{4}-\d{2}-\d{2}\. Status: (?<status>[\s\S]+?)\.\s/.exec(
    text,
  )
  if (found?.groups === undefined)
    throw new Error(`${path} does not begin with "# NNN Title", an empty line and "Date: YYYY-MM-DD. Status: …."`)
  const { number = '', title = '', status = '' } = found.groups
  return { number, title, status: status.replaceAll(/\s+/g, ' ') }
}
