import { describe, expect, test } from 'vitest'
import { ANSWER, filterBytes, filterOf } from './filter'
import { RULES } from './rules'
import { AUDIT_ARCH, NEWEST_CALL, numberOf, type Processor, SYSTEM_CALLS, type SystemCall } from './system-calls'
import { actionOf } from './test-bpf'

const EPERM = ANSWER.errno + 1
const ENOSYS = ANSWER.errno + 38
const EAFNOSUPPORT = ANSWER.errno + 97

describe.each<Processor>(['x64', 'arm64'])('the filter for %s', (processor) => {
  const filter = filterOf(processor)
  const arch = AUDIT_ARCH[processor]
  const answer = (call: SystemCall, ...given: (number | bigint)[]) => {
    const number = numberOf(call, processor)
    if (number === null) throw new Error(`${call} is none of ${processor}`)
    return actionOf(filter, { arch, number, arguments: given })
  }

  test('refuses each call without an argument that decides, and nothing that has no rule', () => {
    const always = RULES.filter(({ when, unless }) => when === undefined && unless === undefined)
    const refused = new Map(
      always.flatMap(({ calls, errno }) => calls.map((call) => [numberOf(call, processor), ANSWER.errno + errno])),
    )
    const byArguments = new Set(RULES.filter((rule) => !always.includes(rule)).flatMap(({ calls }) => calls))
    const partly = new Set([...byArguments].map((call) => numberOf(call, processor)))
    for (let number = 0; number <= NEWEST_CALL; number += 1) {
      if (partly.has(number)) continue
      const found = actionOf(filter, { arch, number })
      expect([number, found]).toEqual([number, refused.get(number) ?? ANSWER.allow])
    }
  })

  test('refuses calls newer than those known, and those of x32', () => {
    for (const number of [NEWEST_CALL + 1, 0x4000_0000, 0x4000_0000 + 41, 0xffff_ffff]) {
      expect(actionOf(filter, { arch, number })).toBe(ENOSYS)
    }
  })

  test('ends a process that uses the interface of another processor', () => {
    const others = [0x4000_0003, 0x4000_0028, ...Object.values(AUDIT_ARCH)].filter((other) => other !== arch)
    for (const other of others) expect(actionOf(filter, { arch: other, number: 1 })).toBe(ANSWER.kill)
  })

  test('allows local sockets, TCP, UDP and the list of interfaces, and no others', () => {
    const allowed = [
      [1, 1, 0],
      [2, 1, 0],
      [2, 1, 6],
      [2, 2, 17],
      [10, 1, 6],
      [16, 3, 0],
      // The kernel reads 32 bits.
      [0x1_0000_0002n, 1, 0],
    ]
    for (const given of allowed) expect(answer('socket', ...given)).toBe(ANSWER.allow)
    const families = Array.from({ length: 64 }, (_, family) => family).filter((one) => ![1, 2, 10, 16].includes(one))
    const refused = [...families.map((family) => [family, 1, 0]), [2, 1, 262], [2, 3, 1], [10, 1, 132], [16, 3, 12]]
    for (const given of [...refused, [0x1_0000_0028n, 1, 0]]) expect(answer('socket', ...given)).toBe(EAFNOSUPPORT)
    expect([answer('socketpair', 1, 1, 0), answer('socketpair', 30, 1, 0)]).toEqual([ANSWER.allow, EAFNOSUPPORT])
  })

  test('allows threads and processes, and no namespaces', () => {
    expect([answer('clone', 0x3d0f00), answer('clone', 0x1200011), answer('clone', 17)]).toEqual(
      Array(3).fill(ANSWER.allow),
    )
    for (const flag of [0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000]) {
      expect(answer('clone', flag + 17)).toBe(EPERM)
    }
    expect(answer('clone3')).toBe(ENOSYS)
  })

  test('allows memory that a process maps for itself, and none that is shared without a file', () => {
    expect([answer('mmap', 0, 4096, 3, 0x22), answer('mmap', 0, 4096, 3, 0x01)]).toEqual(Array(2).fill(ANSWER.allow))
    expect([answer('mmap', 0, 4096, 3, 0x21), answer('mmap', 0, 4096, 3, 0x4_8021)]).toEqual(Array(2).fill(EPERM))
    expect([answer('fcntl', 0, 1), answer('fcntl', 0, 1032), answer('fcntl', 0, 1031)]).toEqual([
      ANSWER.allow,
      ANSWER.allow,
      EPERM,
    ])
  })

  test('is one that the kernel takes', () => {
    expect(filterBytes(processor).length).toBe(8 * filter.length)
    expect(filter.length).toBeLessThan(4096)
    for (const { jumpTrue, jumpFalse } of filter) expect(Math.max(jumpTrue, jumpFalse)).toBeLessThan(256)
  })
})

test('every known call has one rule', () => {
  expect(RULES.flatMap(({ calls }) => calls).sort()).toEqual(Object.keys(SYSTEM_CALLS).sort())
})
