import { jsoncValue, readJsonc } from 'assay-verify/setup/jsonc'

/** The value of JSON as hosts accept it. Throws a SyntaxError without a word of the text, which may have secrets. */
export function parseJsonWithComments(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    // What follows takes longer, and also reads comments.
  }
  const reading = readJsonc(text)
  if (!reading.ok) throw new SyntaxError('it is not JSON')
  return jsoncValue(reading.root)
}
