/** Levenshtein distance in UTF-16 units, with two rows of memory; the cost is the product of the lengths. */
export function editDistance(a: string, b: string): number {
  let above = Uint16Array.from({ length: b.length + 1 }, (_, column) => column)
  let row = new Uint16Array(b.length + 1)
  for (let i = 0; i < a.length; i++) {
    const unit = a.charCodeAt(i)
    let left = i + 1
    row[0] = left
    for (let j = 0; j < b.length; j++) {
      const replaced = (above[j] ?? 0) + (unit === b.charCodeAt(j) ? 0 : 1)
      left = Math.min(replaced, (above[j + 1] ?? 0) + 1, left + 1)
      row[j + 1] = left
    }
    const spare = above
    above = row
    row = spare
  }
  return above[b.length] ?? 0
}
