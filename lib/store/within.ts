/**
 * What the work resolves to, or the fallback where that takes longer. The work itself goes on, and its failure after
 * that is ignored.
 */
export async function within<Result, Fallback>(
  work: Promise<Result>,
  withinMs: number,
  fallback: Fallback,
): Promise<Result | Fallback> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Fallback>((resolve) => {
    timer = setTimeout(resolve, withinMs, fallback)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
