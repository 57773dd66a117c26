import { readFileSync } from 'node:fs'

/** The events of a recording, in the folder `cwd`. */
export function recordedEvents(name: string, cwd = '/work'): Record<string, unknown>[] {
  const text = readFileSync(`packages/hook/recorded/${name}.jsonl`, 'utf8').replaceAll('"/work"', JSON.stringify(cwd))
  const lines = text.trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}
