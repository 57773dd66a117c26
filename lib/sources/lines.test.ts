import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FileLine, readLines } from './lines'
import cases from './lines.cases.json' with { type: 'json' }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-lines-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function linesOf(content: string | Buffer, maxLineBytes = 100): Promise<FileLine[]> {
  const path = join(folder, 'lines.txt')
  writeFileSync(path, content)
  const lines: FileLine[] = []
  for await (const line of readLines(path, maxLineBytes)) lines.push(line)
  return lines
}

test.each(cases.lines as [string, string, unknown[]][])('%s', async (_, content, expected) => {
  expect((await linesOf(content)).map(({ number, text }) => [number, text])).toEqual(expected)
})

test('a line over the cap has a fault, and the next one follows', async () => {
  const lines = await linesOf(`a\n${'x'.repeat(101)}\nb\n`)
  expect(lines.map(({ number, text, fault }) => ({ number, text, fault }))).toEqual([
    { number: 1, text: 'a', fault: null },
    { number: 2, text: null, fault: 'longer than 100 bytes' },
    { number: 3, text: 'b', fault: null },
  ])
})

test('a line that is not UTF-8 has a fault', async () => {
  const lines = await linesOf(Buffer.concat([Buffer.from('a\n'), Buffer.from([0xc3, 0x28, 0x0a]), Buffer.from('b\n')]))
  expect(lines.map(({ text, fault }) => [text, fault])).toEqual([
    ['a', null],
    [null, 'not UTF-8'],
    ['b', null],
  ])
})

test('characters and lines across chunks stay whole; the bytes read add up to the file', async () => {
  const expected = Array.from({ length: 30_000 }, (_, index) => `${index} 漢字`)
  const content = expected.join('\n')
  const lines = await linesOf(content)
  expect(lines.map(({ text }) => text)).toEqual(expected)
  expect(lines.at(-1)?.bytesRead).toBe(Buffer.byteLength(content))
})

test('an endless line is not kept in memory', async () => {
  const before = process.memoryUsage().rss
  const lines = await linesOf(Buffer.alloc(128 * 1024 * 1024, 'x'), 1024)
  expect(lines.map(({ fault }) => fault)).toEqual(['longer than 1024 bytes'])
  // The buffer of the test is 128 MB; buffering the line would add as much again.
  expect(process.memoryUsage().rss - before).toBeLessThan(220 * 1024 * 1024)
})

test('a missing file throws', async () => {
  const lines = readLines(join(folder, 'missing'), 100)
  await expect(lines.next()).rejects.toMatchObject({ code: 'ENOENT' })
})
