// Goose's settings are YAML. Only the block `extensions` is read, in the form in which Goose writes it: two names deep,
// plain or quoted values, lists of plain values. What is of another form is left out.

interface Line {
  indent: number
  text: string
}

/** Extensions by name, each with the values of its members; empty: there are none. */
export function extensionsIn(yaml: string): Record<string, Record<string, unknown>> {
  const block = blockOf(linesOf(yaml))
  const own = block[0]?.indent ?? 0
  const extensions: Record<string, Record<string, unknown>> = {}
  let members: Record<string, unknown> = {}
  let [inner, list]: [number, unknown[] | null] = [-1, null]
  for (const { indent, text } of block) {
    const [isItem, item = ''] = /^-(?:\s+(.*))?$/.exec(text) ?? []
    const [, name = '', value = ''] = /^("[^"]*"|'[^']*'|[^:#]+):(?:\s+(.*))?$/.exec(text) ?? []
    if (isItem !== undefined) list?.push(scalarOf(item))
    else if (indent <= own && name !== '') {
      ;[members, inner, list] = [{}, -1, null]
      extensions[String(scalarOf(name))] = members
    } else if (inner < 0 || indent === inner) {
      inner = indent
      list = value === '' ? [] : null
      if (name !== '') members[String(scalarOf(name))] = list ?? scalarOf(value)
    } else list = null
  }
  return extensions
}

function linesOf(yaml: string): Line[] {
  return yaml.split(/\r?\n/).flatMap((line) => {
    const text = line.trim()
    return text === '' || text.startsWith('#') ? [] : [{ indent: line.length - line.trimStart().length, text }]
  })
}

/** The lines below `extensions:` at the beginning of a line. */
function blockOf(lines: readonly Line[]): Line[] {
  const from = lines.findIndex(({ indent, text }) => indent === 0 && /^extensions:\s*(?:#.*)?$/.test(text))
  if (from < 0) return []
  const after = lines.slice(from + 1)
  const end = after.findIndex(({ indent, text }) => indent === 0 && !text.startsWith('-'))
  return end < 0 ? after : after.slice(0, end)
}

function scalarOf(text: string): unknown {
  const quoted = /^'((?:[^']|'')*)'/.exec(text)?.[1]?.replaceAll("''", "'")
  if (quoted !== undefined) return quoted
  const escaped = /^"(?:[^"\\]|\\.)*"/.exec(text)?.[0]
  if (escaped !== undefined) return jsonOr(escaped, escaped.slice(1, -1))
  const plain = text.replace(/\s+#.*$/, '').trim()
  if (plain.startsWith('['))
    return jsonOr(
      plain,
      plain
        .slice(1, -1)
        .split(',')
        .map((one) => scalarOf(one.trim())),
    )
  return plain === 'true' ? true : plain === 'false' ? false : plain
}

function jsonOr(text: string, other: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return other
  }
}
