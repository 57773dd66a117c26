/** Probes a minute, at most. Rechecks, which are few, are not counted. */
export interface ProbeBudget {
  /** Of everything. */
  perMinute: number
  /** Of one host. */
  hostPerMinute: number
  /** Of hosts that are known to serve thousands of servers, instead of `hostPerMinute`. */
  gateways: ReadonlyMap<string, number>
}

/** How many probes a minute a host gets. */
export function hostBudget({ hostPerMinute, gateways }: ProbeBudget, host: string): number {
  return gateways.get(host) ?? hostPerMinute
}

/** How many first probes of a host may be asked for in an hour: one for every 15 that it gets in a minute. */
export function askedChecksAnHour(budget: ProbeBudget, host: string): number {
  return Math.max(1, Math.floor(hostBudget(budget, host) / 15))
}

/**
 * The shortest interval, in seconds, at which so many endpoints of one host, among so many in all, can be probed
 * regularly within the budget. Where it is longer than the usual interval the targets are probed less often.
 */
export function shortestInterval(
  budget: ProbeBudget,
  { host, onHost, inAll }: { host: string; onHost: number; inAll: number },
): number {
  return Math.max((onHost / hostBudget(budget, host)) * 60, (inAll / budget.perMinute) * 60)
}

/** After how many seconds the probe is due that is the `nth` (from 0) of a host's first probes. */
export function firstProbeDelay(budget: ProbeBudget, host: string, nth: number): number {
  return Math.floor(nth / hostBudget(budget, host)) * 60
}
