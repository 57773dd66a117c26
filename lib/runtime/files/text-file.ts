import type { Context } from '../../api/context'
import { dataResponse } from '../../http/answer'
import { refusal } from '../../http/operation'
import { COMMON_HEADERS, problem } from '../../http/problem'
import { targetOf } from '../../http/request-target'
import { everyMethod } from '../next-adapter'

/** How long anybody may keep such a file. */
const KEPT_SECONDS = 600

/**
 * A file of text that is made when it is asked for, as a route of Next, which both adapters serve: with an ETag, compressed where that is worth it. `textOf` answers its text;
 * undefined: there is none at this path.
 */
export function mountTextFile(
  mediaType: string,
  textOf: (context: Context, path: string) => string | undefined | Promise<string | undefined>,
) {
  const { GET, HEAD } = everyMethod(async (request, context) => {
    const { path } = targetOf(request.url)
    try {
      const text = await textOf(context, path)
      if (text === undefined) return problem('unknown_path', 'There is no such file.', path)
      const representation = {
        status: 200,
        mediaType,
        cacheControl: `public, max-age=${KEPT_SECONDS}`,
        isKept: true,
      }
      return await dataResponse(text, request, representation, { ...COMMON_HEADERS })
    } catch (cause) {
      return refusal(cause, path, context)
    }
  })
  return { GET, HEAD }
}
