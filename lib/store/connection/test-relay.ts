import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP relay in front of a server, to stand for one that freezes, stops or loses its connections. */
export interface Relay {
  port: number
  /** Passes nothing on any more, in either direction; connections are still accepted. */
  freeze(): void
  /** Cuts every connection and accepts none. */
  stop(): Promise<void>
  /** Works again, after either. */
  resume(): Promise<void>
  close(): Promise<void>
}

export async function openTcpRelay(host: string, port: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    const upstream = connect(port, host)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      track(from)
      if (isFrozen) from.pause()
      from.pipe(to)
      from.on('close', () => to.destroy())
      from.on('resume', () => isFrozen && from.pause())
    }
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const own = (server.address() as AddressInfo).port
  const stop = async () => {
    const stopped = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await stopped
  }
  return {
    port: own,
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    stop,
    resume: async () => {
      if (!server.listening) await listen(own)
      if (!isFrozen) return
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    close: async () => {
      if (server.listening) await stop()
    },
  }
}
