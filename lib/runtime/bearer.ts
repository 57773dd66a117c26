import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a request carries this secret as its bearer. In constant time: hashes have one length whatever was given. */
export function hasBearer({ headers }: Request, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.get('authorization') ?? ''), digest(`Bearer ${secret}`))
}
