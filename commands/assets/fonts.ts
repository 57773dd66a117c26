import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subset from 'subset-font'
import { TYPEFACE_CHARACTERS } from '../../lib/core/text/typeface'
import { runCommand, takeNoArguments } from '../command.mjs'
import { enterProject } from '../project.mjs'

const USAGE = `npm run fonts   makes the typefaces of the pages (app/_fonts/) from those of the package geist:
                only the characters and weights that pages use`

const FOLDER = 'app/_fonts'
const FROM = 'node_modules/geist/dist/fonts'
const TYPEFACES = [
  { name: 'sans', file: 'geist-sans/Geist-Variable.woff2', wght: { min: 400, max: 650 } },
  { name: 'mono', file: 'geist-mono/GeistMono-Variable.woff2', wght: 400 },
]
/** For pictures that are drawn by the service (app/_ui/pictures/), whose library reads no variable typefaces. */
const PICTURE_TYPEFACES = [
  { name: 'picture-regular', file: 'geist-sans/Geist-Regular.ttf' },
  { name: 'picture-bold', file: 'geist-sans/Geist-SemiBold.ttf' },
]

await runCommand(import.meta.url, { usage: USAGE }, async (args) => {
  takeNoArguments(args)
  enterProject()
  mkdirSync(FOLDER, { recursive: true })
  copyFileSync('node_modules/geist/LICENSE.txt', `${FOLDER}/LICENSE.txt`)
  for (const { name, file, wght } of TYPEFACES) {
    save(
      `${name}.woff2`,
      await subset(readFrom(file), TYPEFACE_CHARACTERS, { targetFormat: 'woff2', variationAxes: { wght } }),
    )
  }
  for (const { name, file } of PICTURE_TYPEFACES) {
    save(`${name}.ttf`, await subset(readFrom(file), TYPEFACE_CHARACTERS, { targetFormat: 'truetype' }))
  }
})

function readFrom(file: string): Buffer {
  return readFileSync(`${FROM}/${file}`)
}

function save(name: string, font: Buffer): void {
  writeFileSync(`${FOLDER}/${name}`, font)
  console.log(`${FOLDER}/${name}: ${font.length} bytes`)
}
