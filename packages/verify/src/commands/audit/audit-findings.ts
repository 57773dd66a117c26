import { type Finding, type FindingCode, findingLine } from '../../audit/finding.ts'

/** Findings printed of one kind; further ones are counted. */
const MOST_SHOWN = 20

/** What an audit found. It keeps those that it printed and counts the rest, as a hostile log may have millions. */
export class AuditFindings {
  readonly #print: (line: string) => void
  readonly #lines = new Map<FindingCode, Set<string>>()
  readonly #further = new Map<FindingCode, number>()

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  /** Prints a finding, each once. */
  add(finding: Finding): void {
    const lines = this.#lines.get(finding.code) ?? new Set()
    this.#lines.set(finding.code, lines)
    const line = findingLine(finding)
    if (lines.has(line)) return
    if (lines.size >= MOST_SHOWN) this.#further.set(finding.code, (this.#further.get(finding.code) ?? 0) + 1)
    else {
      lines.add(line)
      this.#print(line)
    }
  }

  has(code: FindingCode): boolean {
    return this.#lines.has(code)
  }

  /** Prints how many more there are than were printed; answers how many there are in all. */
  finish(): number {
    for (const [code, count] of this.#further) this.#print(`${count} further findings of ${code}.`)
    const printed = [...this.#lines.values()].reduce((sum, lines) => sum + lines.size, 0)
    return [...this.#further.values()].reduce((sum, count) => sum + count, printed)
  }
}
