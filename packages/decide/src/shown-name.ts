// What is invisible or turns the direction of text, lone surrogates, and marks beyond what a letter needs.
const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffd]|(?<=\p{M}{4})\p{M}/gu
/** Without `://`: an address is in quotes. */
const PLAIN = /^(?!.*:\/\/)[\w.][\w./@:-]*$/
/** What would close the quotes, or be read as Markdown or HTML. */
const MARKS = /[“”„‟"`<>[\]]/g

/**
 * A name that a stranger chose, made safe to stand in a sentence: one visible line of at most `most` characters, in
 * quotes that it cannot close unless it is a plain word; empty where nothing of it is visible.
 */
export function shownName(name: string, most = 40): string {
  if (name.length <= most && PLAIN.test(name)) return name
  const spaced = name.slice(0, most * 8).replace(/\s+/g, ' ')
  const visible = [...spaced.replace(HIDDEN, '').replace(MARKS, '′').trim()]
  const cut = visible.length > most ? `${visible.slice(0, most - 1).join('')}…` : visible.join('')
  return cut === '' || PLAIN.test(cut) ? cut : `“${cut}”`
}
