import { crc32, deflateSync } from 'node:zlib'
import { LEAST_PICTURE_SIDE } from '../../../src/engine/language/forms/uploads.ts'

/** A chunk of a PNG. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

export interface PngParts {
  width: number
  height: number
  /** RGB of each pixel, row by row. */
  pixels: Uint8Array
  /** Chunks before the pixels. */
  about?: readonly Buffer[]
  /** Level of compression. */
  level?: number
}

/** A PNG of these pixels. The header says the given size, even if there are fewer or more pixels. */
export function pngOf({ width, height, pixels, about = [], level = 6 }: PngParts): Buffer {
  const header = Buffer.from('00000000000000000802000000', 'hex')
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const stride = width * 3
  const rows: Uint8Array[] = []
  for (let at = 0; at < pixels.length; at += stride)
    rows.push(Buffer.from([0]), pixels.subarray(at, Math.min(at + stride, pixels.length)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...about,
    pngChunk('IDAT', deflateSync(Buffer.concat(rows), { level })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PNG of the least size whose colour is the number. `about`: additional metadata chunks. */
export const png = (number: number, about: Readonly<Record<string, string>> = {}): Buffer =>
  pngOf({
    width: LEAST_PICTURE_SIDE,
    height: LEAST_PICTURE_SIDE,
    pixels: Buffer.alloc(
      3 * LEAST_PICTURE_SIDE ** 2,
      Buffer.from([(number >> 16) & 255, (number >> 8) & 255, number & 255]),
    ),
    about: Object.entries(about).map(([name, text]) => pngChunk(name, Buffer.from(text))),
  })

let pictures = 10_000_000

/** A PNG that no other call of this process returned: a user's second upload of one picture is refused once the first is used. */
export const unusedPng = (): Buffer => png(++pictures)
