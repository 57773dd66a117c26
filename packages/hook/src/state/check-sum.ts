/**
 * FNV-1a over the UTF-16 units of a text, in 32 bits as eight hexadecimal digits: any single changed character gives
 * another sum. Against damage, not against people.
 */
export function checkSum(text: string, seed = 0x811c9dc5): string {
  let sum = seed
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return (sum >>> 0).toString(16).padStart(8, '0')
}

/** Sixteen hexadecimal digits by which a file for these texts is named. */
export function fileNameOf(...texts: string[]): string {
  const text = texts.join('\n')
  return checkSum(text) + checkSum(text, 0x2f0b4c47)
}
