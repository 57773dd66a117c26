import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ERROR_CLASSES, type ErrorClass, type Outcome, sumOutcomes } from './outcome'

const CLASSES = Object.keys(ERROR_CLASSES) as ErrorClass[]
const failed = (errorClass?: ErrorClass): Outcome => ({ toolId: 'a/b', success: false, errorClass })

describe('outcomes summed', () => {
  test('only network, timeout, server and unavailable affect liveness', () => {
    const transport = CLASSES.filter((errorClass) => ERROR_CLASSES[errorClass] === 'transport')
    expect(transport.sort()).toEqual(['network', 'server', 'timeout', 'unavailable'])
  })

  test.each(CLASSES)('a call that failed with %s counts in its column', (errorClass) => {
    const isTransport = ['network', 'timeout', 'server', 'unavailable'].includes(errorClass)
    expect(sumOutcomes([failed(errorClass)]).get('a/b')).toEqual({
      successes: 0,
      transportFailures: isTransport ? 1 : 0,
      callerFailures: isTransport ? 0 : 1,
      otherFailures: 0,
    })
  })

  test('a failure without a class counts as another failure', () => {
    expect(sumOutcomes([failed()]).get('a/b')).toMatchObject({ otherFailures: 1, callerFailures: 0 })
  })

  test('no outcomes give no sums', () => {
    expect(sumOutcomes([]).size).toBe(0)
  })

  test('tools keep the order in which they first occur, whatever their names', () => {
    const ids = ['z', '__proto__', 'constructor', 'a', 'z', '1']
    const sums = sumOutcomes(ids.map((toolId) => ({ toolId, success: true })))
    expect([...sums.keys()]).toEqual(['z', '__proto__', 'constructor', 'a', '1'])
    expect(sums.get('z')?.successes).toBe(2)
  })

  test('every event is counted once', () => {
    const outcome = fc.record({
      toolId: fc.constantFrom('a', 'b', 'c'),
      success: fc.boolean(),
      errorClass: fc.option(fc.constantFrom(...CLASSES), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(outcome), (outcomes) => {
        for (const toolId of ['a', 'b', 'c']) {
          const own = outcomes.filter((one) => one.toolId === toolId)
          const sums = sumOutcomes(outcomes).get(toolId)
          const counted = sums === undefined ? 0 : Object.values(sums).reduce((total, one) => total + one, 0)
          expect(counted).toBe(own.length)
          expect(sums?.successes ?? 0).toBe(own.filter(({ success }) => success).length)
        }
      }),
    )
  })
})
