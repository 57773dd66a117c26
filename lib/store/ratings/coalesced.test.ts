import { expect, test } from 'vitest'
import { coalesced } from './coalesced'

/** A load that the test lets finish; it records the keys of each call. */
function controlledLoad() {
  const asked: string[][] = []
  const finish: (() => void)[] = []
  const load = (keys: string[]) =>
    new Promise<Map<string, string>>((resolve) => {
      asked.push(keys)
      finish.push(() => resolve(new Map(keys.filter((key) => key !== 'absent').map((key) => [key, `value of ${key}`]))))
    })
  return { asked, finish, load }
}

test('concurrent calls share a statement; a key requested twice is read once; an absent one is undefined', async () => {
  const { asked, finish, load } = controlledLoad()
  const read = coalesced(load)
  const answers = Promise.all(['a', 'b', 'a', 'absent'].map(read))
  await expect.poll(() => asked).toEqual([['a', 'b', 'absent']])
  finish[0]?.()
  expect(await answers).toEqual(['value of a', 'value of b', 'value of a', undefined])
})

test('calls made while statements are in progress share the next one', async () => {
  const { asked, finish, load } = controlledLoad()
  const read = coalesced(load)
  const answers: Promise<string | undefined>[] = []
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    answers.push(read(key))
    await new Promise(setImmediate)
  }
  expect(asked).toEqual([['a'], ['b']])
  finish[0]?.()
  await expect.poll(() => asked).toEqual([['a'], ['b'], ['c', 'd', 'e']])
  finish[1]?.()
  finish[2]?.()
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd', 'e'].map((key) => `value of ${key}`))
})

test('a failed statement fails the calls that shared it, and no later one', async () => {
  let failing = true
  const read = coalesced(async (keys: string[]) => {
    if (failing) throw new Error('connection lost')
    return new Map(keys.map((key) => [key, key]))
  })
  await expect(Promise.all([read('a'), read('b')])).rejects.toThrow('connection lost')
  failing = false
  expect(await read('a')).toBe('a')
})

test('more keys than one statement holds are read by several', async () => {
  const sizes: number[] = []
  const read = coalesced(async (keys: string[]) => {
    sizes.push(keys.length)
    return new Map(keys.map((key) => [key, key]))
  })
  const keys = Array.from({ length: 1200 }, (_, i) => `k${i}`)
  expect(await Promise.all(keys.map(read))).toEqual(keys)
  expect(sizes).toEqual([500, 500, 200])
})
