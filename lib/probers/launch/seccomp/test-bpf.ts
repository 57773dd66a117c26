import { CODE, type Instruction } from './filter'

export interface Call {
  arch: number
  number: number
  /** Up to six, each of 64 bits. */
  arguments?: readonly (number | bigint)[]
}

/** What a filter answers to a call, as the kernel would read its instructions. Throws where it runs out of them. */
export function actionOf(filter: readonly Instruction[], { arch, number, arguments: given = [] }: Call): number {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number >>> 0, 0)
  data.writeUInt32LE(arch, 4)
  for (const [at, value] of given.entries()) data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + 8 * at)
  let accumulator = 0
  for (let at = 0; at < filter.length; at += 1) {
    const { code, jumpTrue, jumpFalse, k } = filter[at] as Instruction
    if (code === CODE.answer) return k
    if (code === CODE.load) accumulator = data.readUInt32LE(k)
    else if (code === CODE.and) accumulator = (accumulator & k) >>> 0
    else if (code === CODE.jumpEqual) at += accumulator === k ? jumpTrue : jumpFalse
    else if (code === CODE.jumpGreater) at += accumulator > k ? jumpTrue : jumpFalse
    else throw new Error(`instruction ${code} is unknown`)
  }
  throw new Error('the filter ends without an answer')
}
