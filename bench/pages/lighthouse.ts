import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mustRun } from '../../commands/run.mjs'
import { median } from '../bench'
import { withFolder } from '../folder'

/** Not a dependency: it brings a hundred packages that nothing else needs. The newest that runs on Node 20. */
const PACKAGE = 'lighthouse@12.8.2'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export interface LighthouseFigures {
  /** Points of 100, medians. */
  scores: Record<(typeof CATEGORIES)[number], number>
  /** Medians, ms, but for the layout shift, which has no unit. */
  timings: Record<'firstContentfulPaint' | 'largestContentfulPaint' | 'totalBlockingTime', number>
  layoutShift: number
  /** Audits below their full score in the last run. */
  missed: string[]
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; numericValue?: number }>
}

/** Runs Lighthouse on a page as a simulated phone, so many times, and answers the medians. */
export async function lighthouseOf(address: string, runs: number, chromium: string): Promise<LighthouseFigures> {
  const reports: Report[] = []
  for (let run = 0; run < runs; run += 1) reports.push(await runLighthouse(address, chromium))
  const middle = (of: (report: Report) => number) => median(reports.map(of))
  const timing = (id: string) => Math.round(middle(({ audits }) => audits[id]?.numericValue ?? Number.NaN))
  const last = reports.at(-1)
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((name) => [name, middle(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100))]),
    ) as LighthouseFigures['scores'],
    timings: {
      firstContentfulPaint: timing('first-contentful-paint'),
      largestContentfulPaint: timing('largest-contentful-paint'),
      totalBlockingTime: timing('total-blocking-time'),
    },
    layoutShift: middle(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? Number.NaN),
    missed: last === undefined ? [] : missedIn(last),
  }
}

function missedIn({ categories, audits }: Report): string[] {
  const weighed = Object.values(categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  return [...new Set(weighed.map(({ id }) => id))].filter((id) => (audits[id]?.score ?? 1) < 0.9)
}

function runLighthouse(address: string, chromium: string): Promise<Report> {
  return withFolder(async (folder) => {
    const file = join(folder, 'report.json')
    const flags = ['--no-sandbox', '--headless=new', '--disable-dev-shm-usage'].join(' ')
    const given = ['--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`]
    const only = `--only-categories=${CATEGORIES.join(',')}`
    await mustRun('lighthouse', 'npx', ['--yes', PACKAGE, address, only, ...given], { env: { CHROME_PATH: chromium } })
    return JSON.parse(await readFile(file, 'utf8')) as Report
  })
}
