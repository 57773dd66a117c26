// Goose's settings are YAML. Only the block `extensions` is read, in the form in which Goose writes it: two names deep,
// plain or quoted values, lists of plain values. What is of another form is left out.

interface Line {
  indent: number
  text: string
}

/** Extensions by name, each with the values of its members; empty: there are none. */
export function extensionsIn(yaml: string): Record<string, Record<string, unknown>> {
  const extensions: Record<string, Record<string, unknown>> = {}
  let [own, members]: [number, number] = [-1, -1]
  let current: Record<string, unknown> | undefined
  let list: unknown[] | undefined
  for (const { indent, text } of blockOf(linesOf(yaml))) {
    const item = /^-(?:\s+(.*))?$/.exec(text)
    if (item !== null) list?.push(scalarOf(item[1] ?? ''))
    const [, name = '', value = ''] = item === null ? (/^("[^"]*"|'[^']*'|[^:#]+):(?:\s+(.*))?$/.exec(text) ?? []) : []
    if (name === '') continue
    if (own < 0 || indent <= own) {
      own = indent
      members = -1
      current = {}
      extensions[String(scalarOf(name))] = current
      list = undefined
    } else if (members < 0 || indent === members) {
      members = indent
      list = value === '' ? [] : undefined
      if (current !== undefined) current[String(scalarOf(name))] = list ?? scalarOf(value)
    } else list = undefined
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
