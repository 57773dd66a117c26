import { readdir, readFile } from 'node:fs/promises'

/** One example of a document: a run of commands, an answer that is shown below one, or a fenced piece of code. */
export interface DocumentExample {
  file: string
  /** Of its first line, from 1. */
  line: number
  kind: 'commands' | 'answer' | 'js' | 'ts' | 'json' | 'sh' | 'other'
  text: string
  /** Of an answer: the commands right above it. */
  commands: readonly string[]
}

/** Every page for readers; decision records and drawings of the past are not among them. */
export async function documentFiles(): Promise<string[]> {
  const pages = (await readdir('docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)
  return ['README.md', 'CONTRIBUTING.md', 'packages/client/README.md', ...pages.sort()]
}

/**
 * All examples of a document, in order: fenced code, and text indented by four spaces, of which a blank line ends one.
 */
export async function examplesIn(file: string): Promise<DocumentExample[]> {
  const examples: DocumentExample[] = []
  let commands: readonly string[] = []
  for (const { line, fence, text } of codeIn(await readFile(file, 'utf8'))) {
    const kind = kindOf(fence, text)
    if (kind === 'commands') commands = commandsIn(text)
    examples.push({ file, line, kind, text, commands: kind === 'commands' || kind === 'answer' ? commands : [] })
  }
  return examples
}

interface Code {
  line: number
  /** What follows the fence; null for indented code. */
  fence: string | null
  text: string
}

function codeIn(markdown: string): Code[] {
  const found: Code[] = []
  let open: (Code & { lines: string[] }) | null = null
  const close = () => {
    if (open !== null) found.push({ line: open.line, fence: open.fence, text: open.lines.join('\n') })
    open = null
  }
  for (const [at, line] of markdown.split('\n').entries()) {
    const current: (Code & { lines: string[] }) | null = open
    const fence = /^```(.*)$/.exec(line)?.[1]
    if (fence !== undefined && current === null) open = { line: at + 2, fence, text: '', lines: [] }
    else if (fence !== undefined) close()
    else if (current !== null && current.fence !== null) current.lines.push(line)
    else if (/^ {4}\S/.test(line) && current === null)
      open = { line: at + 1, fence: null, text: '', lines: [line.slice(4)] }
    else if (/^ {4}\s*\S/.test(line) && current !== null) current.lines.push(line.slice(4))
    else close()
  }
  close()
  return found
}

const FENCES = ['js', 'ts', 'json', 'sh'] as const

function kindOf(fence: string | null, text: string): DocumentExample['kind'] {
  const fenced = FENCES.find((name) => name === fence)
  if (fenced !== undefined) return fenced
  if (fence === null && /^(curl|npm|npx) /.test(text)) return 'commands'
  if (fence === null && text.startsWith('{')) return 'answer'
  return 'other'
}

/** One command a line; a backslash continues it, and ` # ` begins a comment. */
function commandsIn(text: string): string[] {
  const lines = text.replace(/ \\\n\s*/g, ' ').split('\n')
  return lines.map((line) => line.replace(/\s+# .*$/, '').trim()).filter((line) => line !== '')
}
