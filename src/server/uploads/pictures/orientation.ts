const HEAD = Buffer.from('Exif\0\0', 'latin1')
const TAG = 0x0112
const SHORT = 3

/** EXIF orientation, 1 to 8; null if there is none. */
export function orientation(segment: Buffer): number | null {
  if (!segment.subarray(0, 6).equals(HEAD)) return null
  const tiff = segment.subarray(6)
  if (tiff.length < 14) return null
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return null
  const u16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (first + 2 > tiff.length) return null
  for (
    let entry = first + 2, remaining = u16(first);
    remaining > 0 && entry + 12 <= tiff.length;
    entry += 12, remaining -= 1
  ) {
    if (u16(entry) !== TAG || u16(entry + 2) !== SHORT) continue
    const value = u16(entry + 8)
    return value >= 1 && value <= 8 ? value : null
  }
  return null
}

/** An EXIF segment with the orientation only. */
export function orientationSegment(value: number): Buffer {
  const segment = Buffer.alloc(36)
  segment.writeUInt16BE(0xffe1, 0)
  segment.writeUInt16BE(34, 2)
  HEAD.copy(segment, 4)
  segment.write('MM', 10, 'latin1')
  segment.writeUInt16BE(42, 12)
  segment.writeUInt32BE(8, 14)
  segment.writeUInt16BE(1, 18)
  segment.writeUInt16BE(TAG, 20)
  segment.writeUInt16BE(SHORT, 22)
  segment.writeUInt32BE(1, 24)
  segment.writeUInt16BE(value, 28)
  return segment
}
