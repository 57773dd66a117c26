import type { ChangeClass, OpenChange } from 'assay-verify/score/tool-facts'
import { quoted } from 'assay-verify/text/visible-text'
import type { UnsafeText } from '../declarations/unsafe-texts'
import { unsafeTextSentence } from '../declarations/unsafe-texts'
import { SAFETY_CHANGES } from '../drift/annotation-drift'
import { faultOfChange, TOOL_FAULTS } from './recommendation'

/** A breakage of one tool as its server's row has it. `code`: of the evidence that decides. */
export interface ToolChangeOfServer {
  change: OpenChange
  code: string | null
  tool: string
  toolsLeft: number
}

/** The breakage of one tool as a fact of its server: it names the tool. */
export function ofServer({ change, code, tool, toolsLeft }: ToolChangeOfServer): OpenChange {
  return { class: change.class, at: change.at, text: textOfServer(change, code, quoted(tool)), tool, toolsLeft }
}

function textOfServer({ class: name, text }: OpenChange, code: string | null, tool: string): string {
  if (name === 'removed') return `${tool} is no longer listed.`
  const safety = name === 'safety' && code !== null ? SAFETY_CHANGES.get(code) : undefined
  if (safety !== undefined) return `${tool} ${safety}.`
  return name === 'safety'
    ? `${tool} took back a promise of harmlessness: ${text}`
    : `${tool} changed so that calls may fail: ${text}`
}

/** That a server listed tools and has none left; `names`: of all that it listed. */
export function noToolsLeft(at: Date, names: readonly string[]): OpenChange {
  const [only] = names
  const text =
    names.length === 1 && only !== undefined
      ? `Its only tool, ${quoted(only)}, is no longer listed.`
      : `None of its ${names.length} tools is listed any more.`
  return { class: 'removed', at: at.toISOString(), text, toolsLeft: 0 }
}

/** The texts of a server that nobody cleared as a fact of it and of all of its tools; undefined: there are none. */
export function unsafeChange(texts: readonly UnsafeText[]): OpenChange | undefined {
  const [first] = texts
  if (first === undefined) return undefined
  const at = texts.map(({ since }) => since).reduce((earliest, since) => (since < earliest ? since : earliest))
  const more = texts.length === 1 ? '' : ` And ${texts.length - 1} more.`
  return { class: 'unsafe_text', at, text: `${unsafeTextSentence(first)}${more}`, declared: true }
}

/** Among faults of one kind, breakages of severity critical come first. */
const CLASS_ORDER: readonly ChangeClass[] = ['unsafe_text', 'safety', 'removed', 'breaking']

/**
 * The worst of what is open of a subject by what it makes of the recommendation; of equally bad ones the first. null:
 * nothing is open.
 */
export function worstChange(open: readonly OpenChange[]): OpenChange | null {
  const rankOf = (change: OpenChange) =>
    TOOL_FAULTS.indexOf(faultOfChange(change)) * CLASS_ORDER.length + CLASS_ORDER.indexOf(change.class)
  return open.reduce<OpenChange | null>(
    (worst, change) => (worst === null || rankOf(change) < rankOf(worst) ? change : worst),
    null,
  )
}
