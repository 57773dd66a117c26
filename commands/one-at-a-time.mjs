// @ts-check
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Another process is at work in this folder, and cannot be waited for. */
export class FolderBusy extends Error {
  /** @param {string} root @param {unknown} cause */
  constructor(root, cause) {
    super(`another user's process is installing or building in ${root}: try again when it is done`, { cause })
    this.name = 'FolderBusy'
  }
}

/**
 * Runs `work` while no other process of this machine does the same in this folder; waits for one that does. Held by a listening
 * socket, not a file: it ends with its process, however that ends.
 *
 * @template T
 * @param {string} root
 * @param {() => void} onWait told once, if there is something to wait for
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(root, onWait, work) {
  const address = addressOf(root)
  let told = false
  let release = await hold(address)
  while (release === undefined) {
    const ended = await endOfHolder(address, root, () => {
      if (!told) onWait()
      told = true
    })
    // Nobody listens: a socket file left by a killed process.
    if (ended === 'dead') rmSync(address, { force: true })
    release = await hold(address)
  }
  try {
    return await work()
  } finally {
    release()
  }
}

/** @param {string} root */
function addressOf(root) {
  const name = `assay-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

/**
 * @param {string} address
 * @returns {Promise<(() => void) | undefined>} lets go; undefined when someone holds it, or did and was killed
 */
function hold(address) {
  return new Promise((resolve, reject) => {
    /** @type {Set<import('node:net').Socket>} */
    const waiting = new Set()
    const server = createServer((socket) => {
      waiting.add(socket)
      socket.on('error', () => socket.destroy())
    })
    server.once('error', (error) =>
      'code' in error && error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(address, () =>
      resolve(() => {
        server.close()
        for (const socket of waiting) socket.destroy()
      }),
    )
  })
}

/**
 * @param {string} address
 * @param {string} root
 * @param {() => void} onWait
 * @returns {Promise<'done' | 'dead'>}
 */
function endOfHolder(address, root, onWait) {
  return new Promise((resolve, reject) => {
    const socket = connect(address, onWait)
    socket.on('error', (error) => {
      const code = 'code' in error ? error.code : undefined
      if (code === 'ECONNREFUSED') resolve('dead')
      else if (code === 'ENOENT' || code === 'ECONNRESET') resolve('done')
      else reject(new FolderBusy(root, error))
    })
    socket.on('close', () => resolve('done'))
    socket.resume()
  })
}
