import { type ArgumentTest, ENOSYS, RULES, type Rule } from './rules'
import { AUDIT_ARCH, NEWEST_CALL, numberOf, type Processor } from './system-calls'

/** One instruction of classic BPF, `struct sock_filter`. Jumps are counted from the next instruction. */
export interface Instruction {
  code: number
  jumpTrue: number
  jumpFalse: number
  k: number
}

/**
 * BPF_LD | BPF_W | BPF_ABS, BPF_ALU | BPF_AND | BPF_K, BPF_JMP | BPF_JEQ | BPF_K, BPF_JMP | BPF_JGT | BPF_K, BPF_RET |
 * BPF_K.
 */
export const CODE = { load: 0x20, and: 0x54, jumpEqual: 0x15, jumpGreater: 0x25, answer: 0x06 } as const

/** SECCOMP_RET_…; the number of an error is added to the last. */
export const ANSWER = { kill: 0x8000_0000, allow: 0x7fff_0000, errno: 0x0005_0000 } as const

/** Places in `struct seccomp_data`. */
const NUMBER_AT = 0
const ARCH_AT = 4
const ARGUMENTS_AT = 16
const ARGUMENT_BYTES = 8
const INSTRUCTION_BYTES = 8

const load = (k: number): Instruction => ({ code: CODE.load, jumpTrue: 0, jumpFalse: 0, k })
const answer = (k: number): Instruction => ({ code: CODE.answer, jumpTrue: 0, jumpFalse: 0, k })
const jumpEqual = (k: number, jumpTrue: number, jumpFalse: number): Instruction => ({
  code: CODE.jumpEqual,
  jumpTrue,
  jumpFalse,
  k,
})

/**
 * The seccomp filter of a sandbox: what `RULES` refuses, every call newer than those known, which those of the x32
 * interface count as, and the interface of another processor, whose use ends the process.
 */
export function filterOf(processor: Processor): Instruction[] {
  return [
    load(ARCH_AT),
    jumpEqual(AUDIT_ARCH[processor], 1, 0),
    answer(ANSWER.kill),
    load(NUMBER_AT),
    { code: CODE.jumpGreater, jumpTrue: 0, jumpFalse: 1, k: NEWEST_CALL },
    answer(ANSWER.errno + ENOSYS),
    ...RULES.flatMap((rule) => instructionsOf(rule, processor)),
    answer(ANSWER.allow),
  ]
}

/** As bubblewrap reads it: instructions in the byte order of these processors. */
export function filterBytes(processor: Processor): Buffer {
  const instructions = filterOf(processor)
  const bytes = Buffer.alloc(instructions.length * INSTRUCTION_BYTES)
  for (const [at, { code, jumpTrue, jumpFalse, k }] of instructions.entries()) {
    bytes.writeUInt16LE(code, at * INSTRUCTION_BYTES)
    bytes.writeUInt8(jumpTrue, at * INSTRUCTION_BYTES + 2)
    bytes.writeUInt8(jumpFalse, at * INSTRUCTION_BYTES + 3)
    bytes.writeUInt32LE(k, at * INSTRUCTION_BYTES + 4)
  }
  return bytes
}

/** The number of the call is loaded before each rule and still is after it. */
function instructionsOf(rule: Rule, processor: Processor): Instruction[] {
  const body = bodyOf(rule)
  return rule.calls.flatMap((call) => {
    const number = numberOf(call, processor)
    return number === null ? [] : [jumpEqual(number, 0, body.length), ...body]
  })
}

/** Answers in every case. */
function bodyOf({ errno, when, unless }: Rule): Instruction[] {
  const refused = answer(ANSWER.errno + errno)
  const allowed = answer(ANSWER.allow)
  if (when !== undefined) return [...when.flatMap((tests) => ifAll(tests, refused)), allowed]
  if (unless !== undefined) return [...unless.flatMap((tests) => ifAll(tests, allowed)), refused]
  return [refused]
}

/** Where all tests hold, this answer; else it goes on behind. */
function ifAll([test, ...others]: readonly ArgumentTest[], held: Instruction): Instruction[] {
  if (test === undefined) return [held]
  const rest = ifAll(others, held)
  return [
    load(ARGUMENTS_AT + ARGUMENT_BYTES * test.argument),
    ...(test.mask === undefined ? [] : [{ code: CODE.and, jumpTrue: 0, jumpFalse: 0, k: test.mask }]),
    jumpEqual(test.is, 0, rest.length),
    ...rest,
  ]
}
