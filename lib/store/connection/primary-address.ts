/** Which of the addresses of a database is that of its primary. */
export interface PrimaryAddress {
  readonly current: string
  /** Asks all of them at once; rejects where none takes writes. */
  find(): Promise<void>
}

/** `ask` resolves where a server takes writes; `onMove` is called when another address is found than before. */
export function openPrimaryAddress(
  addresses: readonly string[],
  ask: (address: string) => Promise<void>,
  onMove: (address: string) => void,
): PrimaryAddress {
  let current = addresses[0] ?? ''
  return {
    get current() {
      return current
    },
    find: async () => {
      const found = await Promise.any(addresses.map(async (address) => ask(address).then(() => address))).catch(
        (cause: AggregateError) => {
          throw cause.errors[0]
        },
      )
      if (found === current) return
      current = found
      onMove(found)
    },
  }
}
