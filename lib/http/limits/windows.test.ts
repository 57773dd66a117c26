import { describe, expect, test } from 'vitest'
import { openWindows } from './windows'

const MOST = 50
const MINUTE = 60
function windowsAt(start = 0) {
  const clock = { ms: start }
  return { clock, windows: openWindows(MOST, () => clock.ms) }
}
const v4 = (n: number) => `a 198.51.${n >> 8}.${n & 255}`

describe('windows', () => {
  test('are counted by address while there is room', () => {
    const { windows } = windowsAt()
    expect(windows.take(v4(1), 2, MINUTE)).toEqual({ taken: 2, msLeft: 60_000, countedAs: v4(1) })
    expect(windows.take(v4(1), 1, MINUTE)).toMatchObject({ taken: 3 })
    expect(windows.take(v4(2), 1, MINUTE)).toMatchObject({ taken: 1, countedAs: v4(2) })
  })

  test('of a flood of addresses are bounded, and who used up a limit is not forgotten', () => {
    const { windows } = windowsAt()
    windows.take('a 192.0.2.1', 100, MINUTE)
    for (let n = 0; n < 60_000; n += 1) windows.take(v4(n), 1, MINUTE)
    expect(windows.size()).toBeLessThanOrEqual(2 * MOST + 1)
    expect(windows.take('a 192.0.2.1', 1, MINUTE)).toMatchObject({ taken: 101, countedAs: 'a 192.0.2.1' })
  })

  test('that have no room are those of the block: /24 of IPv4, /48 of IPv6', () => {
    const { windows } = windowsAt()
    for (let n = 0; n < MOST; n += 1) windows.take(v4(n), 1, MINUTE)
    expect(windows.take('a 203.0.113.5', 1, MINUTE)).toMatchObject({ taken: 1, countedAs: 'a-blocks 203.0.113.0/24' })
    expect(windows.take('a 203.0.113.77', 1, MINUTE)).toMatchObject({ taken: 2 })
    expect(windows.take('a 203.0.114.77', 1, MINUTE)).toMatchObject({ taken: 1 })
    const v6 = (net: string) => windows.take(`a 2001:db8:${net}::/64`, 1, MINUTE)
    expect(v6('1:1')).toMatchObject({ taken: 1, countedAs: 'a-blocks 2001:db8:1::/48' })
    expect(v6('1:ffff')).toMatchObject({ taken: 2 })
    expect(v6('2:1')).toMatchObject({ taken: 1 })
  })

  test('are one window for all the rest where blocks have no room either', () => {
    const { windows } = windowsAt()
    for (let n = 0; n < 2 * MOST; n += 1) windows.take(`a 10.${n}.0.1`, 1, MINUTE)
    expect(windows.take('a 192.0.2.1', 1, MINUTE)).toMatchObject({ taken: 1, countedAs: 'a-others all' })
    expect(windows.take('a 2001:db8:1:1::/64', 1, MINUTE)).toMatchObject({ taken: 2, countedAs: 'a-others all' })
  })

  test('of keys keep their room under a flood of addresses', () => {
    const { windows } = windowsAt()
    for (let n = 0; n < 1000; n += 1) windows.take(v4(n), 1, MINUTE)
    expect(windows.take('k key_1', 1, MINUTE)).toMatchObject({ taken: 1, countedAs: 'k key_1' })
    expect(windows.take('c 192.0.2.1', 1, 3600)).toMatchObject({ countedAs: 'c 192.0.2.1' })
  })

  test('make room when they end, and not before', () => {
    const { clock, windows } = windowsAt()
    for (let n = 0; n < MOST; n += 1) windows.take(v4(n), 1, n === 0 ? 3600 : MINUTE)
    clock.ms = 59_999
    expect(windows.take('a 192.0.2.1', 1, MINUTE).countedAs).toBe('a-blocks 192.0.2.0/24')
    clock.ms = 62_000
    expect(windows.take('a 192.0.2.1', 1, MINUTE)).toMatchObject({ taken: 1, countedAs: 'a 192.0.2.1' })
    expect(windows.take(v4(0), 1, 3600)).toMatchObject({ taken: 2 })
  })

  test('are not begun by asking how much was taken', () => {
    const { windows } = windowsAt()
    for (let n = 0; n < 1000; n += 1) windows.take(v4(n), 0, MINUTE)
    expect(windows.size()).toBe(0)
  })

  test('take what other processes took, and never grow beyond the bound by it', () => {
    const { windows } = windowsAt()
    for (let n = 0; n < 1000; n += 1) windows.set(v4(n), { taken: 5, msLeft: 1000 })
    expect(windows.size()).toBe(MOST)
    expect(windows.take(v4(0), 1, MINUTE)).toMatchObject({ taken: 6, msLeft: 1000 })
  })
})
