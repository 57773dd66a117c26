import type { LaunchSettings } from '../prober'

export function launchSettings(changes: Partial<LaunchSettings> = {}): LaunchSettings {
  return {
    atOnce: 1,
    installMs: 60_000,
    installBytes: 100_000_000,
    answerMs: 15_000,
    memoryBytes: 1_000_000_000,
    processes: 64,
    environment: { PATH: process.env.PATH ?? '', HOME: '/nonexistent' },
    ...changes,
  }
}
