import { crc32 } from 'node:zlib'
import sharp from 'sharp'

export type PictureKind = 'png' | 'jpeg' | 'webp'
export const PICTURE_KINDS: readonly PictureKind[] = ['png', 'jpeg', 'webp']

export const WIDTH = 360
export const HEIGHT = 240

/** RGB of a picture of WIDTH × HEIGHT pixels, brighter to the right and to the bottom, in a colour of the number. */
export const pixelsOf = (number: number): Buffer =>
  Buffer.from(
    Array.from({ length: WIDTH * HEIGHT }, (_, i) => [
      (number + Math.floor((i % WIDTH) / 4)) & 255,
      ((number >> 8) + Math.floor(i / WIDTH / 4)) & 255,
      (number >> 16) & 255,
    ]).flat(),
  )

/** A picture of WIDTH × HEIGHT pixels. Numbers apart by less than 16 may make the same JPEG and WebP. */
export async function pictureOf(kind: PictureKind, number: number): Promise<Buffer> {
  const raw = sharp(pixelsOf(number), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
  if (kind === 'webp') return withWebpHeader(await raw.webp({ quality: 95 }).toBuffer())
  return await (kind === 'png' ? raw.png() : raw.jpeg({ quality: 95 })).toBuffer()
}

/** A segment of a JPEG. */
export const jpegSegment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data])

/** A chunk of a WebP. */
export function webpChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

const webpFile = (body: Buffer): Buffer => webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), body]))

/** A simple WebP in the extended format, which announces a colour profile, EXIF and XMP. */
function withWebpHeader(simple: Buffer): Buffer {
  const header = Buffer.alloc(10)
  header[0] = 0x2c
  header.writeUIntLE(WIDTH - 1, 4, 3)
  header.writeUIntLE(HEIGHT - 1, 7, 3)
  return webpFile(Buffer.concat([webpChunk('VP8X', header), simple.subarray(12)]))
}

/** Bytes before which metadata can be added: after the first segment or chunk. */
const METADATA_AT: Readonly<Record<PictureKind, (content: Buffer) => number>> = {
  png: () => 33,
  jpeg: (content) => 4 + content.readUInt16BE(4),
  webp: () => 30,
}

/** Adds parts of metadata, made with `pngChunk`, `jpegSegment` or `webpChunk`, to a picture of `pictureOf`. */
export function withMetadata(kind: PictureKind, content: Buffer, ...parts: readonly Buffer[]): Buffer {
  const at = METADATA_AT[kind](content)
  const result = Buffer.concat([content.subarray(0, at), ...parts, content.subarray(at)])
  if (kind === 'webp') result.writeUInt32LE(result.length - 8, 4)
  return result
}

/** Writes another size into the header of a picture of `pictureOf`; its pixels stay those of 24 × 16. */
export function resized(kind: PictureKind, content: Buffer, width: number, height: number): Buffer {
  const result = Buffer.from(content)
  if (kind === 'png') {
    result.writeUInt32BE(width, 16)
    result.writeUInt32BE(height, 20)
    result.writeUInt32BE(crc32(result.subarray(12, 29)), 29)
  } else if (kind === 'jpeg') {
    const frame = result.indexOf(Buffer.from([0xff, 0xc0]))
    result.writeUInt16BE(height, frame + 5)
    result.writeUInt16BE(width, frame + 7)
  } else {
    result.writeUIntLE(width - 1, 24, 3)
    result.writeUIntLE(height - 1, 27, 3)
  }
  return result
}

/** An EXIF block that gives the orientation, 1 to 8. */
export function exifOrientation(orientation: number): Buffer {
  const block = Buffer.from('4578696600004d4d002a0000000800010112000300000001000000000000', 'hex')
  block.writeUInt16BE(orientation, 24)
  return Buffer.concat([block, Buffer.alloc(2)])
}
