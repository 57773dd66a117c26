import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readWordsAbroad } from './words-abroad'

it('reads each single word once with all its English terms, and words that only join others with none', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'assay-words-')), 'words.tsv')
  writeFileSync(
    path,
    '\tund, le\nweather forecast\tWetter, prévision du temps, tiempo\ntime\tZeit, tiempo\ntaxi\tTaxi\n',
  )
  expect([...readWordsAbroad(path)]).toEqual([
    ['und', []],
    ['le', []],
    ['wetter', ['weather', 'forecast']],
    ['tiempo', ['weather', 'forecast', 'time']],
    ['zeit', ['time']],
  ])
})
