import { availableParallelism } from 'node:os'
import type { IndexBytes, OpenRankingHost, RankingHost } from './ranking-host'

/** Orders that a host has in hand when another is opened: a search alone has three at most. */
const MANY = 4
/** More than a machine has processors would only wait for each other; each takes some 40 MB. */
const MOST_HOSTS = Math.min(4, availableParallelism())
const IDLE_MS = 30_000

interface Member {
  host: RankingHost
  /** Orders in hand. */
  orders: number
  /** Has the index that was loaded last. */
  isReady: boolean
  /** Ends it when it was idle for long. */
  timer: NodeJS.Timeout | undefined
}

/**
 * Several hosts of one kind in the place of one: the first at all times, others while those before have much to do,
 * and until they were idle for half a minute. Each order goes to the host with the fewest.
 */
export function rankInPool(open: OpenRankingHost, { most = MOST_HOSTS, idleMs = IDLE_MS } = {}): OpenRankingHost {
  return (weightBytes) => openPool(() => open(weightBytes), most, idleMs)
}

function openPool(open: () => RankingHost, most: number, idleMs: number): RankingHost {
  const memberOf = (host: RankingHost): Member => ({ host, orders: 0, isReady: false, timer: undefined })
  const first: Member = { ...memberOf(open()), isReady: true }
  const others = new Set<Member>()
  let loaded: IndexBytes | undefined
  let isOpen = true

  const end = async (member: Member) => {
    others.delete(member)
    clearTimeout(member.timer)
    await member.host.close()
  }
  /** Loads what was loaded last, until that is so. A host that cannot is ended: the first has the index. */
  const keepUp = async (member: Member) => {
    member.isReady = false
    try {
      for (let has: IndexBytes | undefined; has !== loaded && others.has(member); has = await load(member));
      member.isReady = true
    } catch {
      await end(member)
    }
  }
  const load = async ({ host }: Member) => {
    const bytes = loaded as IndexBytes
    await host.load(bytes)
    return bytes
  }
  const add = () => {
    const member = memberOf(open())
    others.add(member)
    member.timer = setTimeout(() => {
      if (member.orders > 0) member.timer?.refresh()
      else void end(member)
    }, idleMs).unref()
    void keepUp(member)
  }
  const choose = (): Member => {
    let chosen = first
    let isAdding = false
    for (const member of others)
      if (!member.isReady) isAdding = true
      else if (member.orders < chosen.orders) chosen = member
    if (chosen.orders >= MANY && !isAdding && others.size + 1 < most && loaded !== undefined && isOpen) add()
    return chosen
  }
  const give = async <Answer>(ask: (host: RankingHost) => Promise<Answer>): Promise<Answer> => {
    const member = choose()
    member.orders += 1
    member.timer?.refresh()
    try {
      return await ask(member.host)
    } finally {
      member.orders -= 1
    }
  }
  return {
    load: async (bytes) => {
      await first.host.load(bytes)
      loaded = bytes
      await Promise.all([...others].map(keepUp))
    },
    rank: (order) => give((host) => host.rank(order)),
    alike: (order) => give((host) => host.alike(order)),
    same: (order) => give((host) => host.same(order)),
    close: async () => {
      isOpen = false
      await Promise.all([first.host.close(), ...[...others].map(end)])
    },
  }
}
