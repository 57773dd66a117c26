// @ts-check
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import og from 'next/og.js'

// Runs in the thread that `startPictureThread` starts: draws one element after the other as a PNG, 1200 by 630 pixels.
/** @type {{ regular: string, bold: string }} */
const { regular, bold } = workerData

/** @param {string} path */
const fontIn = (path) => new Uint8Array(readFileSync(path)).buffer
const FONTS = [
  { name: 'sans', data: fontIn(regular), weight: /** @type {const} */ (400) },
  { name: 'sans', data: fontIn(bold), weight: /** @type {const} */ (600) },
]

parentPort?.on('message', async (element) => {
  try {
    const response = new og.ImageResponse(element, { width: 1200, height: 630, fonts: FONTS })
    const bytes = new Uint8Array(await response.arrayBuffer())
    parentPort?.postMessage({ bytes }, [bytes.buffer])
  } catch (cause) {
    parentPort?.postMessage({ fault: String(cause) })
  }
})
