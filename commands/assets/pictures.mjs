// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import { runCommand, takeNoArguments } from '../command.mjs'
import { enterProject } from '../project.mjs'
import { findChromium } from '../test/find-chromium.mjs'

const USAGE = `npm run pictures   makes the pictures that pages and browsers name: the one for link previews, and the icons (public/)
Needs Chromium, as the browser tests do.`

const PAPER = '#f6f6f2'

/** Colours of the 90 bars: days without an outage, with a short one and with a long one. */
const BARS = Array.from({ length: 90 }, (_, day) => {
  if ([38, 39].includes(day)) return '#c42c24'
  return [17, 66].includes(day) ? '#b06d10' : '#1b8049'
})

await runCommand(import.meta.url, { usage: USAGE }, async (args) => {
  takeNoArguments(args)
  enterProject()
  const { chromium } = await import('@playwright/test')
  const executablePath = await findChromium(process.env)
  const browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }) })
  try {
    save('og.png', await pictureOf(browser, 1200, 630, preview()))
    for (const size of [192, 512]) save(`icon-${size}.png`, await pictureOf(browser, size, size, icon(size, 1)))
    save('apple-touch-icon.png', await pictureOf(browser, 180, 180, icon(180, 0.8)))
    save('favicon.ico', iconFile(32, await pictureOf(browser, 32, 32, icon(32, 1))))
  } finally {
    await browser.close()
  }
})

function logo() {
  return readFileSync('app/icon.svg', 'utf8')
}

/**
 * @param {string} name
 * @param {Buffer} content
 */
function save(name, content) {
  writeFileSync(`public/${name}`, content)
  console.log(`public/${name}: ${content.length} bytes`)
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {number} width
 * @param {number} height
 * @param {string} html
 */
async function pictureOf(browser, width, height, html) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot({ omitBackground: true })
  await page.close()
  return picture
}

function preview() {
  const typeface = readFileSync('app/_fonts/sans.woff2', 'base64')
  const bars = BARS.map((fill, day) => `<rect x="${day * 11.6}" width="7.6" height="64" rx="2" fill="${fill}"/>`).join(
    '',
  )
  return `<style>
    @font-face { font-family: sans; src: url(data:font/woff2;base64,${typeface}); font-weight: 400 650 }
    body { margin: 0; padding: 72px 80px; background: ${PAPER}; color: #15191b; font: 34px/1.3 sans }
    .name { display: flex; align-items: center; gap: 20px; font-weight: 600; font-size: 38px }
    .name svg { width: 60px; height: 60px }
    h1 { margin: 60px 0 48px; font: 600 88px/1.05 sans; letter-spacing: -0.035em }
    p { margin: 44px 0 0; color: #565e60 }
  </style>
  <div class="name">${logo()}Assay</div>
  <h1>Is that MCP tool<br>working right now?</h1>
  <svg width="1040" height="64">${bars}</svg>
  <p>Checked around the clock. Graded A to F. With proof.</p>`
}

/**
 * The logo, as large a part of the square as given; less than all of it is on paper.
 *
 * @param {number} size
 * @param {number} part
 */
function icon(size, part) {
  return `<style>
    body { margin: 0; height: ${size}px; display: grid; place-items: center; background: ${part < 1 ? PAPER : 'transparent'} }
    svg { width: ${size * part}px; height: ${size * part}px }
  </style>${logo()}`
}

/**
 * A PNG as a file of one icon.
 *
 * @param {number} size
 * @param {Buffer} png
 */
function iconFile(size, png) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
