// `npm run fonts`: makes the typefaces of the pages (app/_fonts/) from those of the package `geist`: only the characters and weights that pages use.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subset from 'subset-font'
import { enterProject } from './project.mjs'

enterProject()
const FOLDER = 'app/_fonts'
const FROM = 'node_modules/geist/dist/fonts'
const SYMBOLS = '‐‑‒–—‘’‚“”„†•…‹›€™−→←↑↓≤≥≈×✓✗'
/** Basic Latin, Latin-1 and Latin Extended-A. Strangers' text in other scripts is shown in the reader's own typefaces. */
const TEXT = [range(0x20, 0x7f), range(0xa0, 0x180)].join('') + SYMBOLS
const TYPEFACES = [
  { name: 'sans', file: 'geist-sans/Geist-Variable.woff2', wght: { min: 400, max: 650 } },
  { name: 'mono', file: 'geist-mono/GeistMono-Variable.woff2', wght: 400 },
]

mkdirSync(FOLDER, { recursive: true })
copyFileSync('node_modules/geist/LICENSE.txt', `${FOLDER}/LICENSE.txt`)
for (const { name, file, wght } of TYPEFACES) {
  const font = await subset(readFileSync(`${FROM}/${file}`), TEXT, { targetFormat: 'woff2', variationAxes: { wght } })
  writeFileSync(`${FOLDER}/${name}.woff2`, font)
  console.log(`${FOLDER}/${name}.woff2: ${font.length} bytes`)
}

function range(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from }, (_, at) => from + at))
}
