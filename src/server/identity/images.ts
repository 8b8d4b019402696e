export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

/** What the bytes are, whatever the file is called; null when it is none of the pictures that are taken. */
export function imageType(content: Buffer): ImageType | null {
  const starts = (bytes: Buffer) => content.subarray(0, bytes.length).equals(bytes)
  if (starts(PNG)) return content.subarray(12, 16).toString('latin1') === 'IHDR' ? 'image/png' : null
  if (starts(JPEG)) return 'image/jpeg'
  if (content.subarray(0, 4).toString('latin1') === 'RIFF' && content.subarray(8, 12).toString('latin1') === 'WEBP') return 'image/webp'
  return null
}
