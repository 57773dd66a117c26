declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2' | 'truetype'
    variationAxes?: Record<string, number | { min: number; max: number }>
  }
  /** A font with the characters of a text only. */
  export default function subset(font: Buffer, text: string, options: Options): Promise<Buffer>
}
