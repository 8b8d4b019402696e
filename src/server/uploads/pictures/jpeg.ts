import { orientation, orientationSegment } from './orientation.ts'
import { isWithinPixelLimit } from './pixelLimit.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
/** Adobe segment: colour transform. */
const APP14 = 0xee
const COM = 0xfe

/** Start of frame, which contains the size. The three excluded markers are Huffman tables, an extension and arithmetic coding. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7
const isMetadata = (marker: number): boolean => (marker > APP0 && marker <= 0xef && marker !== APP14) || marker === COM

/** Strips metadata except the orientation; null unless the bytes are a complete JPEG. */
export function stripJpegMetadata(content: Buffer): Buffer | null {
  if (content[0] !== 0xff || content[1] !== SOI) return null
  const segments: Buffer[] = [content.subarray(0, 2)]
  let up = 1
  let scans = 0
  let at = 2
  while (at + 2 <= content.length) {
    if (content[at] !== 0xff) return null
    const marker = content[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === EOI) {
      if (scans === 0) return null
      segments.push(content.subarray(at, at + 2))
      if (up !== 1) segments.splice(1, 0, orientationSegment(up))
      return Buffer.concat(segments)
    }
    if (marker === 0 || marker === SOI || isRestart(marker) || at + 4 > content.length) return null
    const end = at + 2 + content.readUInt16BE(at + 2)
    if (end < at + 4 || end > content.length) return null
    if (
      isFrame(marker) &&
      (end < at + 9 || !isWithinPixelLimit(content.readUInt16BE(at + 7), content.readUInt16BE(at + 5)))
    )
      return null
    if (marker === APP1) up = orientation(content.subarray(at + 4, end)) ?? up
    if (!isMetadata(marker)) segments.push(stripSegment(marker, content.subarray(at, end)))
    at = end
    if (marker === SOS) {
      scans += 1
      const after = endOfScan(content, at)
      segments.push(content.subarray(at, after))
      at = after
    }
  }
  return null
}

/** Of JFIF and Adobe segments, only the fixed fields: a camera adds a thumbnail, which still shows the cropped parts. */
function stripSegment(marker: number, segment: Buffer): Buffer {
  const [name, length] = marker === APP0 ? ['JFIF\0', 18] : marker === APP14 ? ['Adobe', 16] : ['', 0]
  if (length === 0) return segment
  if (segment.length < length || segment.toString('latin1', 4, 9) !== name) return Buffer.alloc(0)
  const bare = Buffer.from(segment.subarray(0, length))
  bare.writeUInt16BE(length - 2, 2)
  if (marker === APP0) bare.fill(0, 16)
  return bare
}

/** Position of the next marker: in a scan 0xff is followed by 0 or a restart marker. */
function endOfScan(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at !== -1; at = content.indexOf(0xff, at + 1)) {
    const next = content[at + 1]
    if (next !== undefined && next !== 0 && !isRestart(next)) return at
  }
  return content.length
}
