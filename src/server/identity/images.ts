import { stripJpegMetadata } from '../uploads/pictures/jpeg.ts'
import { stripPngMetadata } from '../uploads/pictures/png.ts'
import { stripWebpMetadata } from '../uploads/pictures/webp.ts'

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'

export interface CleanImage {
  type: ImageType
  /** The picture alone: nothing of where, when and by whom it was taken, and nothing behind its end. */
  content: Buffer
}

const READERS: readonly [ImageType, (content: Buffer) => Buffer | null][] = [
  ['image/png', stripPngMetadata],
  ['image/jpeg', stripJpegMetadata],
  ['image/webp', stripWebpMetadata],
]

/** What the bytes are, whatever the file is called; null when they are no whole picture of a kind that is taken. */
export function readImage(content: Buffer): CleanImage | null {
  for (const [type, bare] of READERS) {
    const picture = bare(content)
    if (picture) return { type, content: picture }
  }
  return null
}
