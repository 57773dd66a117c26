import { type IndexJob, type IndexReport, rebuildBase, refreshRecent } from '../index-catalog'

/** Time between two checks for changes; each is one statement. */
const POLL_EVERY_MS = 2000
/** Building takes at most a quarter of the time, however much changes. */
const PAUSE_FOR_WORK = 3

/**
 * Keeps the stored index up to date until it is stopped. Changes are built every few seconds, also while `base` is
 * being built, and nothing is built while it is not the turn of this process. The returned function stops it, and
 * resolves when builds under way have ended.
 */
export function watchIndex(
  job: IndexJob,
  isTurn: () => boolean,
  onBuilt: (report: IndexReport) => void,
  onFailure: (cause: unknown) => void,
): () => Promise<void> {
  const stops = [rebuildBase, refreshRecent].map((work) =>
    repeat(async () => (isTurn() ? work(job) : undefined), onBuilt, onFailure),
  )
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

function repeat(
  work: () => Promise<IndexReport | undefined>,
  onBuilt: (report: IndexReport) => void,
  onFailure: (cause: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isOpen = true
  let isFailing = false
  const run = async () => {
    const beganAt = performance.now()
    try {
      const report = await work()
      if (report !== undefined) onBuilt(report)
      isFailing = false
    } catch (cause) {
      // Only the first failure of a row is reported: the next come every two seconds.
      if (!isFailing && isOpen) onFailure(cause)
      isFailing = true
    }
    const pause = Math.max(POLL_EVERY_MS, (performance.now() - beganAt) * PAUSE_FOR_WORK)
    if (isOpen) timer = setTimeout(begin, pause).unref()
  }
  let underWay = Promise.resolve()
  const begin = () => {
    underWay = run()
  }
  begin()
  return async () => {
    isOpen = false
    clearTimeout(timer)
    await underWay
  }
}
