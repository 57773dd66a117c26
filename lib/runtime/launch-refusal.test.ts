import { expect, test } from 'vitest'
import { launchSettings } from '@/lib/probers/launch/test-launch-settings'
import { openLaunchCheck } from './launch-refusal'

test('where no sandbox can be made, nothing is launched, the log says why, and it is asked again after ten minutes', async () => {
  const lines: string[] = []
  let now = 0
  let refusal: string | null = 'Its memory cannot be limited.'
  let asked = 0
  const canLaunch = openLaunchCheck(
    (line) => lines.push(line),
    new AbortController().signal,
    () => new Date(now),
    async () => {
      asked += 1
      return refusal
    },
  )
  expect([await canLaunch(launchSettings()), await canLaunch(launchSettings())]).toEqual([false, false])
  expect({ lines, asked }).toEqual({
    lines: ['PROBE_LAUNCH: no package is launched. Its memory cannot be limited.'],
    asked: 1,
  })
  now = 600_000
  refusal = null
  expect([await canLaunch(launchSettings()), await canLaunch(launchSettings())]).toEqual([true, true])
  expect({ lines: lines.length, asked }).toEqual({ lines: 1, asked: 2 })
})
