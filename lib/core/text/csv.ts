type Value = string | number | boolean | null

/** What a spreadsheet takes for the beginning of a formula, also in its full-width forms and after blanks. */
const BEGINS_FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20|]/u

/**
 * A table as CSV (RFC 4180): a line of names, a line for each row, each ended by CR LF. A text that a spreadsheet would
 * run as a formula gets an apostrophe before it (OWASP, CSV injection); line breaks and other control characters in
 * texts become spaces; null is an empty cell.
 */
export function csvTable<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, Value>>[],
): string {
  const lines = rows.map((row) => columns.map((column) => cellOf(row[column])).join(','))
  return [columns.join(','), ...lines, ''].join('\r\n')
}

function cellOf(value: Value): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const plain = value.replace(/\p{Cc}+/gu, ' ')
  const text = BEGINS_FORMULA.test(plain) ? `'${plain}` : plain
  return /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
