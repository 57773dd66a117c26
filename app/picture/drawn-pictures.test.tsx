// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { CategoryPicture } from '@/app/_ui/pictures/category-picture'
import { plainNode } from '@/app/_ui/pictures/plain-element'
import { ServerPicture } from '@/app/_ui/pictures/server-picture'
import { openPictureDrawer, startPictureThread } from '@/lib/runtime/files/picture-drawer'

describe('a picture drawn in a thread', () => {
  test.each([
    <CategoryPicture key="category" name="Files & folders" tracked={10} working={7} isDemonstration={false} />,
    <ServerPicture
      key="server"
      name={'<b>"W"</b>'.repeat(4)}
      status="healthy"
      access="open"
      reasons={[]}
      grade="A"
      days={['unobserved', 'up', 'partial', 'down']}
      isDemonstration
    />,
  ])(
    'is a PNG of its size, without a function on the way',
    async (element) => {
      const plain = plainNode(element)
      expect(structuredClone(plain)).toEqual(plain)
      const draw = openPictureDrawer({ start: startPictureThread, mostWaiting: 1, withinMs: 60_000, idleMs: 10 })
      const png = Buffer.from(await draw(plain))
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    },
    60_000,
  )
})
