import { termsOf } from '../index/terms'

// Pairs of which one undoes the other or is its counterpart.
const PAIRS =
  'encode/decode encrypt/decrypt compress/decompress compress/extract zip/unzip upload/download import/export lock/unlock start/stop ' +
  'enable/disable subscribe/unsubscribe archive/unarchive add/remove create/delete add/delete create/remove open/close push/pull buy/sell ' +
  'install/uninstall follow/unfollow pin/unpin mute/unmute publish/unpublish attach/detach mount/unmount increase/decrease ' +
  'deposit/withdraw connect/disconnect approve/reject assign/unassign block/unblock merge/split grant/revoke read/write ' +
  'get/set get/update get/create get/delete list/create list/delete list/update search/create search/delete list/merge send/list send/get ' +
  'update/delete insert/delete insert/select first/last newest/oldest min/max minimum/maximum sunrise/sunset arrival/departure ' +
  'input/output inbox/outbox sender/recipient positive/negative speech/text incoming/outgoing lend/borrow'

const COUNTERPARTS: ReadonlyMap<string, ReadonlySet<string>> = counterparts()

function counterparts(): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>()
  const add = (one: string, other: string) => map.set(one, (map.get(one) ?? new Set()).add(other))
  for (const pair of PAIRS.split(' ')) {
    const [one, other] = pair.split('/').map((word) => termsOf(word)[0]) as [string | undefined, string | undefined]
    if (one === undefined || other === undefined) continue
    add(one, other)
    add(other, one)
  }
  return map
}

/** The terms that mean the opposite of a term; none for most. */
export function oppositesOf(term: string): ReadonlySet<string> {
  return COUNTERPARTS.get(term) ?? NONE
}

const NONE: ReadonlySet<string> = new Set()
