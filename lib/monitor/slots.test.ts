import { expect, test } from 'vitest'
import { Slots } from './slots'

test('never more at once than slots, over all and for each key, and everything is run', async () => {
  const slots = new Slots(4, 2)
  const under = new Map<string, number>()
  let most = 0
  let mostOfOne = 0
  let done = 0
  const work = (key: string) => async () => {
    under.set(key, (under.get(key) ?? 0) + 1)
    most = Math.max(
      most,
      [...under.values()].reduce((a, b) => a + b, 0),
    )
    mostOfOne = Math.max(mostOfOne, under.get(key) ?? 0)
    await new Promise(setImmediate)
    under.set(key, (under.get(key) ?? 0) - 1)
    done += 1
  }
  const keys = Array.from({ length: 60 }, (_, i) => (i < 40 ? 'great' : `small-${i}`))
  await Promise.all(keys.map((key) => slots.run(key, work(key))))
  expect({ most, mostOfOne, done }).toEqual({ most: 4, mostOfOne: 2, done: 60 })
})

test('one full key does not hold up another, and a failure gives its slot back', async () => {
  const slots = new Slots(2, 1)
  let finish: () => void = () => undefined
  const held = slots.run('a', () => new Promise<void>((resolve) => (finish = resolve)))
  const queued = slots.run('a', async () => 'second')
  expect(await slots.run('b', async () => 'other')).toBe('other')
  await expect(slots.run('b', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await slots.run('b', async () => 'again')).toBe('again')
  finish()
  await held
  expect(await queued).toBe('second')
})

test('a key may have fewer slots than the others', async () => {
  const slots = new Slots(4, 2)
  let under = 0
  let most = 0
  const work = async () => {
    under += 1
    most = Math.max(most, under)
    await new Promise(setImmediate)
    under -= 1
  }
  await Promise.all(Array.from({ length: 6 }, () => slots.run('launch', work, 1)))
  expect(most).toBe(1)
})
