import { z } from 'zod'

export const Instant = z.iso.datetime().describe('RFC 3339, UTC.')
