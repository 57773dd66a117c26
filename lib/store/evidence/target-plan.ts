import { MOST_TARGETS, type ProbedTarget } from '../../core/catalog/probe-target'

/** A row of the queue, without its times. */
export interface ScheduledTarget extends ProbedTarget {
  serverKey: number
  targetNo: number
  position: number
}

/** What has to be written so that a server has the targets it should have. */
export interface TargetPlan {
  add: ScheduledTarget[]
  /** These keep their number and state. */
  change: ScheduledTarget[]
  remove: ScheduledTarget[]
}

/**
 * A target stays as long as its prober and address do. An endpoint whose address is replaced keeps its number and
 * state, because the server has moved; a package or page that is replaced is another one. Rows for which `isLeft` holds
 * are left as they are: another process probes them.
 */
export function planTargets(
  serverKey: number,
  wanted: readonly ProbedTarget[],
  present: readonly ScheduledTarget[],
  isLeft: (row: ScheduledTarget) => boolean = () => false,
): TargetPlan {
  const kept = new Map<number, ScheduledTarget>()
  const isSame = (one: ProbedTarget, other: ProbedTarget) => one.prober === other.prober && one.url === other.url
  const isMoved = (one: ProbedTarget, other: ProbedTarget) =>
    one.evidence === 'endpoint' && other.evidence === 'endpoint'
  for (const matches of [isSame, isMoved]) {
    for (const [position, target] of wanted.entries()) {
      if (kept.has(position)) continue
      const taken = new Set([...kept.values()].map(({ targetNo }) => targetNo))
      const found = present.find((row) => !taken.has(row.targetNo) && matches(target, row))
      if (found !== undefined) kept.set(position, found)
    }
  }
  const left = present.filter((row) => isLeft(row))
  const used = new Set([...kept.values(), ...left].map(({ targetNo }) => targetNo))
  const remove = present.filter(({ targetNo }) => !used.has(targetNo))
  const free = Array.from({ length: MOST_TARGETS }, (_, no) => no).filter((no) => !used.has(no))
  const plan: TargetPlan = { add: [], change: [], remove }
  for (const [position, target] of wanted.entries()) {
    const before = kept.get(position)
    const targetNo = before?.targetNo ?? free.shift()
    if (targetNo === undefined) break
    const row = { ...target, serverKey, targetNo, position }
    if (before === undefined) plan.add.push(row)
    else if (differs(row, before)) plan.change.push(row)
  }
  return plan
}

function differs(row: ScheduledTarget, before: ScheduledTarget): boolean {
  const keys = ['prober', 'evidence', 'kind', 'url', 'position', 'network'] as const
  // Without a host of its own a target spends the budget of its kind.
  return keys.some((key) => row[key] !== before[key]) || (row.host ?? row.kind) !== before.host
}
