import { z } from 'zod'

// Types of environment variables, for the settings of the process and of its sources.

export const OnOff = z.enum(['on', 'off']).transform((value) => value === 'on')

/** An http or https address, without a slash at its end. */
export const Origin = z
  .url({ protocol: /^https?$/, error: 'an http or https address' })
  .transform((url) => url.replace(/\/+$/, ''))

/** `off` becomes null. */
export const OffOr = <T extends z.ZodType>(type: T) => z.union([z.literal('off').transform(() => null), type])

/** Comma-separated. */
export const listOf = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(item))

/** `name=number`, as a pair. */
export const NamedNumber = z
  .string()
  .regex(/^[^=\s]{1,253}=\d{1,6}$/, { error: 'a name, =, and a whole number' })
  .transform((text): [string, number] => {
    const [name = '', number] = text.split('=')
    return [name, Number(number)]
  })

/** A whole number within bounds; every fault has the same message, which names them. */
export const whole = (lowest: number, highest: number) => {
  const error = `a whole number from ${lowest} to ${highest}`
  return z.coerce.number({ error }).int({ error }).min(lowest, { error }).max(highest, { error })
}
