import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Scene } from './faults'

interface Fault {
  done: string
  /** Resolves when the fault is over; to a reason where it could not be brought about here. */
  carryOut(scene: Scene): Promise<string | undefined>
}

/** Long enough for every wait of the service to end. */
const FAULT_MS = 15_000
/** For every server to be probed by the wrong clock. */
const WRONG_CLOCK_MS = 25_000

/**
 * As the command faketime sets it, which would start the service as a child that it does not stop. The loader fills in
 * `$LIB`; timers keep the time of the machine.
 */
const CLOCK_AHEAD = {
  LD_PRELOAD: '/usr/$LIB/faketime/libfaketime.so.1',
  FAKETIME: '+40d',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
}

/** Every fault, in the order in which they are brought about, each under load. */
export const FAULTS = {
  kill: {
    done: 'kill -9 of the service, started again',
    carryOut: async ({ service }) => {
      await service.kill()
      await service.start()
      return undefined
    },
  },
  stopped: {
    done: 'Postgres stopped (immediate) for 15 s, started again',
    carryOut: async ({ cluster }) => {
      cluster.stop()
      await wait(FAULT_MS)
      cluster.start()
      return undefined
    },
  },
  frozen: {
    done: 'Postgres frozen (SIGSTOP of all its processes) for 15 s',
    carryOut: async ({ cluster }) => {
      cluster.freeze()
      await wait(FAULT_MS)
      cluster.thaw()
      return undefined
    },
  },
  restarted: {
    done: 'Postgres restarted',
    carryOut: async ({ cluster }) => {
      cluster.stop()
      cluster.start()
      return undefined
    },
  },
  'disk-full': {
    done: 'disk of Postgres full for 15 s; Postgres started again where it had crashed',
    carryOut: async ({ cluster }) => {
      if (!cluster.isOnSmallDisk) return 'no small disk can be mounted'
      cluster.fillDisk()
      await wait(FAULT_MS)
      cluster.freeDisk()
      if (!cluster.isRunning()) cluster.start()
      return undefined
    },
  },
  clock: {
    done: 'the service run for 25 s with its clock 40 days ahead, then with the right one',
    carryOut: async ({ service }) => {
      if (spawnSync('faketime', ['--version']).status !== 0) return 'faketime is not installed'
      await service.stop()
      await service.start(CLOCK_AHEAD)
      await wait(WRONG_CLOCK_MS)
      await service.stop()
      await service.start()
      return undefined
    },
  },
  stop: {
    done: 'SIGTERM of the service, started again',
    carryOut: async ({ service }) => {
      await service.stop()
      await service.start()
      return undefined
    },
  },
} as const satisfies Record<string, Fault>
export type FaultName = keyof typeof FAULTS

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(FAULTS, name)
}
