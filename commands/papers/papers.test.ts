import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isJob } from '../../lib/runtime/job-schedules'
import { PAPERS, readPaper } from './read-papers'
import { missingIn, parseSample, unknownIn } from './sample'
import { answerSchemaOf, operationOf, queryNamesOf, requestOf, resolveRef } from './test-paper-requests'
import { treatmentOf } from './treatments'

// What needs no service. `npm run test:docs` runs the commands and compares the samples with what a service answers.

const papers = PAPERS.map((path) => ({ path, ...readPaper(path) }))
const commands = papers.flatMap((paper) => paper.commands)
const samples = papers.flatMap((paper) => paper.samples)
const scripts: Record<string, string> = JSON.parse(readFileSync('package.json', 'utf8')).scripts

describe('commands', () => {
  test('are found', () => {
    expect(commands.filter(({ isBlock }) => isBlock).length).toBeGreaterThan(30)
    expect(samples.length).toBeGreaterThan(15)
  })

  test('name scripts that exist', () => {
    const unknown = commands.filter(({ text }) => {
      const script = /^(?:\S+=\S+ )?npm (?:run (?:-s |--silent )?)?([\w:-]+)/.exec(text)?.[1]
      return (
        script !== undefined && !['run', 'view', 'ci', 'install', '--silent', ...Object.keys(scripts)].includes(script)
      )
    })
    expect(unknown).toEqual([])
  })

  test('measurements that exist', () => {
    const names = commands.flatMap(({ text, place }) => {
      const name = /npm run (?:-s )?bench -- ([\w-]+)/.exec(text)?.[1]
      return name === undefined ? [] : [{ name, place }]
    })
    const bench = readFileSync('bench/run.ts', 'utf8')
    expect(names.filter(({ name }) => !new RegExp(`['\\s{,]${name}['\\s:,]`).test(bench))).toEqual([])
  })

  test('of a block are run by `npm run test:docs`, or it is said why not', () => {
    const without = commands.filter(({ text, isBlock }) => isBlock && treatmentOf(text) === undefined)
    expect(without).toEqual([])
  })

  test('ask for operations that exist, with parameters that they take', () => {
    const faults = commands.flatMap(({ text, place }) => {
      if (!text.startsWith('curl ') || text.includes('/cron/')) return []
      const request = requestOf(text)
      const operation = operationOf(request)
      if (operation === undefined) return [`${place}: no operation for ${request.method} ${request.url.pathname}`]
      if (answersWithProblem(text)) return []
      const known = queryNamesOf(operation)
      return [...request.url.searchParams.keys()]
        .filter((name) => !known.includes(name))
        .map((name) => `${place}: ${name}`)
    })
    expect(faults).toEqual([])
  })
})

describe('samples', () => {
  test.each(samples.map((sample) => [sample.place, sample] as const))(
    '%s has the form of the contract',
    (_, { text, command }) => {
      const sample = parseSample(text)
      if (command === null) return
      const operation = operationOf(requestOf(command)) ?? {}
      const status = answersWithProblem(text) ? '400' : '200'
      expect(unknownIn(sample, answerSchemaOf(operation, status), resolveRef)).toEqual([])
    },
  )

  test('members and types are compared, and what is left out is not', () => {
    const sample = parseSample('{"a":[{"b":1,…},…],"c":"x","d":{…},"e":…}')
    expect(missingIn({ a: [{ b: 2, z: 0 }], c: 'y', d: {}, e: [] }, sample)).toEqual([])
    expect(missingIn({ a: [{ z: 0 }], c: 7 }, sample)).toEqual([
      '$.a[0].b is missing',
      '$.c is a number, and here a string',
      '$.d is missing',
      '$.e is missing',
    ])
    expect(missingIn({ a: [], c: 'y', d: {}, e: 1 }, sample)).toEqual(['$.a is empty'])
    expect(() => parseSample('{"a":}')).toThrow(SyntaxError)
  })
})

test('`/cron/…` of docs/operate.md are jobs', () => {
  const named = [...readFileSync('docs/operate.md', 'utf8').matchAll(/\/cron\/([a-z]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !isJob(name))).toEqual([])
})

test('no sample has figures that vary from start to start', () => {
  const varying = samples.filter(({ text }) =>
    /"(?:relevance|confidence|similarity|up|value|points|score)":\d/.test(text),
  )
  expect(varying.map(({ place }) => place)).toEqual([])
})

/** Of the answer, or of the request that is refused on purpose. */
function answersWithProblem(text: string): boolean {
  return text.includes('"type":"/problems#') || text.includes('limit=ten')
}
