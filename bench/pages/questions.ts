import type { Browser, Page } from '@playwright/test'
import { type Bench, median, numberFlag, round } from '../bench'
import { withPages } from './adapters'

const WAIT_MS = 20_000

interface Question {
  text: string
  /** Presses from the page of the tool on, each a selector. */
  presses: readonly string[]
  /** What shows the answer once it is visible. */
  answer: string
}

const QUESTIONS: readonly Question[] = [
  { text: 'Is it down?', presses: [], answer: '.answer-band[data-status] p' },
  { text: 'Since when?', presses: [], answer: '.answer-band[data-status=down] p' },
  { text: 'What else can I use?', presses: [], answer: '#instead li a' },
  { text: 'How do I install it?', presses: ['#server a[href$="#install"]'], answer: '#install pre' },
  {
    text: 'Why should I believe this?',
    presses: ['#server a[href^="/proof/"]', 'verify-signature button'],
    answer: 'verify-signature[data-result=valid]',
  },
]

/**
 * What a visitor who knows a tool by name does for five questions: presses (clicks, keys that send or open something;
 * letters of the name are not counted) and seconds from opening the home page with an empty cache until the answer is
 * visible, without the time to read or type. `--name`: what is typed; the first suggestion is taken, and must be down
 * (as the default is in the demonstration).
 */
export const bench: Bench = {
  flags: { name: 'driftwood', runs: '3', data: '', url: '' },
  async run(flags, print) {
    const { name = '' } = flags
    const runs = numberFlag(flags, 'runs')
    const answers: { question: string; presses: number; seconds: number; answer: string }[] = []
    await withPages(flags, ['standalone'], print, async ({ browser, origin }) => {
      for (const question of QUESTIONS) {
        const visits = []
        for (let run = 0; run < runs; run += 1) visits.push(await visit(browser, origin, name, question))
        const [first] = visits
        if (first === undefined) continue
        const seconds = round(median(visits.map((one) => one.seconds)))
        answers.push({ question: question.text, presses: first.presses, seconds, answer: first.answer })
        print(`${question.text.padEnd(28)} ${first.presses} presses  ${seconds} s  ${first.answer}`)
      }
    })
    return { answers }
  },
}

/** In a context of its own: nothing is cached. */
async function visit(browser: Browser, origin: string, name: string, { presses, answer }: Question) {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' })
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const begun = performance.now()
  await page.goto(`${origin}/`, { waitUntil: 'commit' })
  let pressed = await openTool(page, name)
  for (const selector of presses) {
    await page.locator(selector).first().click()
    pressed += 1
  }
  const shown = page.locator(answer).first()
  await shown.waitFor({ state: 'visible' })
  const seconds = (performance.now() - begun) / 1000
  const text = (await shown.innerText()).replaceAll(/\s+/g, ' ').slice(0, 80)
  await context.close()
  return { presses: pressed, seconds, answer: text }
}

/** By the search field of the home page and the first suggestion: two presses. */
async function openTool(page: Page, name: string): Promise<number> {
  const field = page.locator('main search-box input')
  // Its script answers to keys; one sent before it runs is lost to the suggestions.
  await page.waitForFunction(() => customElements.get('search-box') !== undefined)
  await field.click()
  await field.pressSequentially(name)
  await page.locator('main search-box [role=option]').first().click()
  return 2
}
