import calls from './system-calls.json' with { type: 'json' }

/** The processors whose system calls are known, by Node's names for them. */
export type Processor = 'x64' | 'arm64'

/** `AUDIT_ARCH_…` of linux/audit.h. */
export const AUDIT_ARCH: Readonly<Record<Processor, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 }

/** `mseal`. From 424 on both processors have the same numbers. */
export const NEWEST_CALL = 462

/** Numbers of asm/unistd_64.h and asm-generic/unistd.h. null: this processor has no such call. */
export const SYSTEM_CALLS = calls as unknown as Readonly<
  Record<keyof typeof calls, [x64: number, arm64: number | null]>
>

export type SystemCall = keyof typeof SYSTEM_CALLS

/** null: this processor has no such call. */
export function numberOf(call: SystemCall, processor: Processor): number | null {
  return SYSTEM_CALLS[call][processor === 'x64' ? 0 : 1]
}

/** null: its system calls are not known. */
export function processorOf(arch: string): Processor | null {
  return arch === 'x64' || arch === 'arm64' ? arch : null
}
