/** A comment without an end takes the rest: a search for the end of each of many would take minutes. */
const COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g
const LAST_COMMA = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g

/**
 * The value of JSON that may begin with a byte order mark and have comments and commas after the last entry, as hosts
 * accept it. Of members of one name the last counts. Throws a SyntaxError without a word of the text.
 */
export function parseJsonWithComments(text: string): unknown {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  try {
    return JSON.parse(plain)
  } catch {
    const blank = (token: string) => (token.startsWith('"') ? token : ' ')
    return parsed(plain.replace(COMMENT, blank).replace(LAST_COMMA, blank))
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // The parser's message quotes the text, which may have secrets in it.
    // biome-ignore lint/style/useErrorCause: the cause quotes the text
    throw new SyntaxError('it is not JSON')
  }
}
