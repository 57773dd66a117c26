import { FIELDS } from '../index/segment'
import { postingsOf } from '../rank/measure-signals'
import { firstFrom } from '../rank/posting-places'
import type { Query } from '../rank/query'
import type { Layer } from '../rank/ranked'

/** Whether a document's name, with its server's, contains all terms of a product that the request wants replaced. */
export function isReplacedProduct({ request }: Query, { segment }: Layer, ordinal: number): boolean {
  const { postingDocument, postingFields } = segment
  const isNamed = (term: string) => {
    const [start, end] = postingsOf(segment, term)
    const at = firstFrom(postingDocument, start, end, ordinal)
    if (at === end || postingDocument[at] !== ordinal) return false
    return ((postingFields[at] as number) & (FIELDS.name | FIELDS.serverName)) !== 0
  }
  return request.replacedNames.some((terms) => terms.every(isNamed))
}
