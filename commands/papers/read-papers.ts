import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Papers whose commands and samples are checked: those that a reader follows. */
export const PAPERS = [
  'README.md',
  ...['tlog', 'verify', 'client', 'decide', 'hook', 'guard'].map((name) => `packages/${name}/README.md`),
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join('docs', name)),
]

/** Where something stands: `docs/api.md:14`. */
interface Placed {
  place: string
}

export interface PaperCommand extends Placed {
  /** One line; continued lines are joined. */
  text: string
  /** Whether it is in a block, to be copied, and not within a sentence. */
  isBlock: boolean
}

/** A sample in JSON, shortened with `…`. */
export interface PaperSample extends Placed {
  text: string
  /** The command that it answers: the last `curl` of the block before; null: it stands alone. */
  command: string | null
}

interface Block extends Placed {
  lines: string[]
  language: string
}

const COMMAND = /^(?:npm|npx|curl|node|docker|openssl|mkdir|chmod|sh)\s|^(?:[A-Z_]+=\S+ )+(?:npm|npx|node|docker)\s/

/** The commands and JSON samples of a paper. */
export function readPaper(path: string): { commands: PaperCommand[]; samples: PaperSample[]; text: string } {
  const text = readFileSync(path, 'utf8')
  const blocks = blocksOf(text, path)
  const commands: PaperCommand[] = []
  const samples: PaperSample[] = []
  let before: string | null = null
  for (const { place, lines, language } of blocks) {
    const first = lines.find((line) => line.trim() !== '')?.trim() ?? ''
    if (first.startsWith('{') && language !== 'js' && language !== 'ts') {
      // A file of one line each is several samples.
      for (const sample of first.endsWith('}') || /^\{.*\}\s{2,}\S/.test(first) ? lines : [lines.join('\n')])
        samples.push({ place, text: sample.replace(/\}\s{2,}[^"{}\]]*$/, '}'), command: before })
      before = null
      continue
    }
    const found = language === '' || language === 'sh' ? commandsIn(lines) : []
    commands.push(...found.map((one) => ({ place, text: one, isBlock: true })))
    before = found.findLast((one) => one.startsWith('curl ')) ?? null
  }
  return { commands: [...commands, ...inlineCommands(text, path)], samples, text }
}

/** Blocks between fences, and those indented by four spaces. */
function blocksOf(text: string, path: string): Block[] {
  const blocks: Block[] = []
  let fence: Block | null = null
  let indented: Block | null = null
  let before = ''
  for (const [at, line] of text.split('\n').entries()) {
    const open = (language: string): Block => {
      const block = { place: `${path}:${at + 1}`, lines: [], language }
      blocks.push(block)
      return block
    }
    const mark = /^```(\w*)/.exec(line)
    if (mark !== null) fence = fence === null ? open(mark[1] ?? '') : null
    else if (fence !== null) fence.lines.push(line)
    else {
      indented = isIndented(line, before, indented) ? (indented ?? open('')) : null
      indented?.lines.push(line.slice(4))
    }
    before = line
  }
  return blocks
}

/** Whether a line belongs to an indented block, which begins after an empty line. */
function isIndented(line: string, before: string, current: Block | null): boolean {
  return current === null ? /^ {4}\S/.test(line) && before.trim() === '' : line.startsWith('    ')
}

/** Without comments, and with continued lines joined. */
function commandsIn(lines: readonly string[]): string[] {
  const joined = lines.join('\n').replace(/\\\n\s*/g, ' ')
  return joined
    .split('\n')
    .map((line) => line.replace(/\s{2,}# .*$/, '').trim())
    .filter((line) => COMMAND.test(line))
}

function inlineCommands(text: string, path: string): PaperCommand[] {
  const outside = text.replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
  return outside.split('\n').flatMap((line, at) =>
    line.startsWith('    ')
      ? []
      : [...line.matchAll(/`([^`]+)`/g)]
          .map(([, code = '']) => code.trim())
          .filter((code) => COMMAND.test(`${code} `))
          .map((code) => ({ place: `${path}:${at + 1}`, text: code, isBlock: false })),
  )
}
