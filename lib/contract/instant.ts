import { z } from 'zod'

export const Instant = z.iso.datetime().meta({ description: 'RFC 3339, UTC.' })
