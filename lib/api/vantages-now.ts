import { listOtherVantages } from '../store/evidence/vantages'
import type { Context } from './context'

/** Names of the places that probes are made from now, this process's own first. */
export async function listVantagesNow(
  own: string,
  { reads: { db }, now }: Pick<Context, 'reads' | 'now'>,
): Promise<string[]> {
  return [own, ...(await listOtherVantages(db, own, now))]
}
