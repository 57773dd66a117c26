import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWorld, type TestWorld } from './audit/test-world'

const START = new Date('2026-11-20T00:00:00Z')
let world: TestWorld

beforeAll(async () => {
  world = await openTestWorld(START)
  for (let round = 0; round < 60; round += 1) {
    await world.probe('w/steady', 5, 'answered')
    const isDown = round % 15 > 9
    await world.probe('w/flaky', 1, isDown ? 'connect_failed' : 'answered')
    if (round % 3 === 0) await world.probe('w/lazy', 1, round === 30 ? 'connect_failed' : 'answered')
    if (round % 6 === 0) await world.publish()
  }
  await world.publish()
})
afterAll(() => world.close())

test('an honest service agrees', async () => {
  const { code, lines } = await world.audit()
  console.log(lines.join('\n'))
  expect(code).toBe(0)
})
