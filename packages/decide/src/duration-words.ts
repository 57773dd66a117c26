/** How long in words, from a minute on: minutes up to two hours, hours up to two days, then days; whole ones. */
export function durationWords(minutes: number): string {
  if (minutes < 120) return counted(minutes, 'minute')
  return minutes < 2880 ? counted(minutes / 60, 'hour') : counted(minutes / 1440, 'day')
}

function counted(count: number, unit: string): string {
  const whole = Math.floor(count)
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`
}
