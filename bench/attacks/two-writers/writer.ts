import { setTimeout as pause } from 'node:timers/promises'
import { TlogFileDiffers, TlogInUse } from 'assay-tlog/storage/storage'
import { readTree } from 'assay-tlog/tree/stored-tree'
import { appendLeaves, TlogChanged } from 'assay-tlog/tree/tree-writer'
import { IDENTITY, openPlace, type Place, WRITER } from './place'

// A service that appends entries of its own to a log until it has appended so many, or is ended. Prints a line of JSON
// for each append.

const [given = '{}', name = '', most = '10', startAt = '0'] = process.argv.slice(2)
const storage = openPlace(JSON.parse(given) as Place)
await pause(Math.max(0, Number(startAt) - Date.now()))
for (let done = 0; done < Number(most); ) {
  try {
    const { size } = await readTree(storage, IDENTITY)
    const texts = Array.from({ length: 1 + (done % 3) }, (_, at) => `${name} ${done} ${at} ${process.pid}`)
    const entries = texts.map((text) => new TextEncoder().encode(JSON.stringify({ text })))
    await appendLeaves(storage, WRITER, entries, { expectedSize: size, now: new Date() })
    console.log(JSON.stringify({ appended: texts }))
    done += 1
  } catch (cause) {
    const isExpected = cause instanceof TlogInUse || cause instanceof TlogChanged || cause instanceof TlogFileDiffers
    console.log(JSON.stringify({ refused: isExpected ? cause.name : String(cause) }))
    // What another writer began under the same name is left to it.
    if (cause instanceof TlogFileDiffers) done += 1
    await pause(Math.random() * 20)
  }
}
