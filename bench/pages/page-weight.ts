import type { Browser } from '@playwright/test'

/** What the browser loads for a page from an empty cache: bytes as sent, headers included, by kind. */
export interface PageWeight {
  markup: number
  script: number
  style: number
  font: number
  other: number
  requests: number
  /** Requests to another host. */
  elsewhere: number
}

const KINDS: Readonly<Record<string, keyof Omit<PageWeight, 'requests' | 'elsewhere'>>> = {
  Document: 'markup',
  Script: 'script',
  Stylesheet: 'style',
  Font: 'font',
}

/** Opens a page in a browser of its own and counts until nothing more is loaded. */
export async function weighPage(browser: Browser, address: string): Promise<PageWeight> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const weight: PageWeight = { markup: 0, script: 0, style: 0, font: 0, other: 0, requests: 0, elsewhere: 0 }
  const kinds = new Map<string, string>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, type)
    if (response.url.startsWith('http') && new URL(response.url).origin !== new URL(address).origin)
      weight.elsewhere += 1
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    weight[KINDS[kinds.get(requestId) ?? ''] ?? 'other'] += encodedDataLength
    weight.requests += 1
  })
  await session.send('Network.enable')
  await page.goto(address, { waitUntil: 'networkidle' })
  await context.close()
  return weight
}
