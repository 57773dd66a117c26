// @vitest-environment node
import { readFileSync } from 'node:fs'
import { ImageResponse } from 'next/og'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import type { DayState } from '@/lib/core/history/day-strip'
import { nameInTypeface } from '@/lib/core/text/typeface'
import { CategoryPicture } from './category-picture'
import { ServerPicture } from './server-picture'

const data = new Uint8Array(readFileSync('app/_fonts/picture-bold.ttf')).buffer
const DAYS: DayState[] = ['unobserved', 'up', 'partial', 'down', 'up']

/** Width and height of a PNG: its first chunk. */
async function sizeOf(element: ReactElement): Promise<number[]> {
  const response = new ImageResponse(element, {
    width: 1200,
    height: 630,
    fonts: [{ name: 'sans', data, weight: 600 }],
  })
  const png = Buffer.from(await response.arrayBuffer())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

test.each(['W'.repeat(300), 'A name of several long words within one line', '<b>&amp;</b> "quoted"', 'Č'])(
  'the picture of a server named %j',
  async (title) => {
    const name = nameInTypeface(title, 40) ?? ''
    const facts = { name, status: 'healthy', access: 'open', grade: 'A', days: DAYS, isDemonstration: true } as const
    expect(await sizeOf(<ServerPicture {...facts} />)).toEqual([1200, 630])
  },
)

test('the picture of a server that was never observed, and of an empty category', async () => {
  const facts = {
    name: 'New',
    status: 'unknown',
    access: 'unknown',
    grade: 'unrated',
    days: [],
    isDemonstration: false,
  } as const
  expect(await sizeOf(<ServerPicture {...facts} />)).toEqual([1200, 630])
  expect(await sizeOf(<CategoryPicture name="Sports" tracked={0} working={0} isDemonstration={false} />)).toEqual([
    1200, 630,
  ])
})
