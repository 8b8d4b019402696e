import { isWithinPixelLimit } from './pixelLimit.ts'

const RENDERED_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'])
/** Bits of VP8X that announce a colour profile, EXIF and XMP. */
const METADATA_FLAGS = 0x20 | 0x08 | 0x04

/** Strips metadata; null unless the bytes are a complete WebP. */
export function stripWebpMetadata(content: Buffer): Buffer | null {
  if (
    content.length < 20 ||
    content.toString('latin1', 0, 4) !== 'RIFF' ||
    content.toString('latin1', 8, 12) !== 'WEBP'
  )
    return null
  const fileLength = content.readUInt32LE(4) + 8
  if (fileLength > content.length) return null
  const chunks: Buffer[] = []
  let pixels = false
  for (let at = 12; at < fileLength;) {
    if (at + 8 > fileLength) return null
    const name = content.toString('latin1', at, at + 4)
    const length = content.readUInt32LE(at + 4)
    const end = at + 8 + length + (length % 2)
    if (end > fileLength) return null
    if (RENDERED_CHUNKS.has(name)) {
      const chunk = Buffer.from(content.subarray(at, end))
      if (name === 'VP8X') {
        if (length < 10) return null
        chunk.writeUInt8(chunk.readUInt8(8) & ~METADATA_FLAGS, 8)
      }
      if (!isDrawable(name, chunk)) return null
      chunks.push(chunk)
      pixels ||= name === 'VP8 ' || name === 'VP8L' || name === 'ANMF'
    }
    at = end
  }
  if (!pixels) return null
  const body = Buffer.concat(chunks)
  const head = Buffer.alloc(12)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  head.write('WEBP', 8, 'latin1')
  return Buffer.concat([head, body])
}

/** Each kind of chunk encodes its size differently; frames and alpha are bounded by the canvas. */
function isDrawable(name: string, chunk: Buffer): boolean {
  if (name === 'VP8X') return isWithinPixelLimit(chunk.readUIntLE(12, 3) + 1, chunk.readUIntLE(15, 3) + 1)
  if (name === 'VP8L') {
    if (chunk.length < 13) return false
    const bits = chunk.readUInt32LE(9)
    return isWithinPixelLimit((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  }
  if (name === 'VP8 ')
    return chunk.length >= 18 && isWithinPixelLimit(chunk.readUInt16LE(14) & 0x3fff, chunk.readUInt16LE(16) & 0x3fff)
  return true
}
