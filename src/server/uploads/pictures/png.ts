import { crc32 } from 'node:zlib'
import { isWithinPixelLimit } from './pixelLimit.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Chunks needed to render the image; all others are metadata. */
const RENDERED_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'IDAT', 'IEND'])

/** Strips metadata; null unless the bytes are a complete PNG. */
export function stripPngMetadata(content: Buffer): Buffer | null {
  if (!content.subarray(0, 8).equals(SIGNATURE)) return null
  const chunks: Buffer[] = [SIGNATURE]
  let at = 8
  let pixels = false
  for (let index = 0; at + 12 <= content.length; index += 1) {
    const length = content.readUInt32BE(at)
    const end = at + 12 + length
    if (end > content.length) return null
    const name = content.toString('latin1', at + 4, at + 8)
    if (
      index === 0 &&
      (name !== 'IHDR' ||
        length !== 13 ||
        !isWithinPixelLimit(content.readUInt32BE(at + 8), content.readUInt32BE(at + 12)))
    )
      return null
    if (RENDERED_CHUNKS.has(name)) {
      if (crc32(content.subarray(at + 4, end - 4)) !== content.readUInt32BE(end - 4)) return null
      chunks.push(content.subarray(at, end))
      pixels ||= name === 'IDAT'
    }
    if (name === 'IEND') return pixels && length === 0 ? Buffer.concat(chunks) : null
    at = end
  }
  return null
}
