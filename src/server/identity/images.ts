import { stripJpegMetadata } from '../uploads/pictures/jpeg.ts'
import { stripPngMetadata } from '../uploads/pictures/png.ts'
import { stripWebpMetadata } from '../uploads/pictures/webp.ts'

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'

export interface CleanImage {
  type: ImageType
  /** The image without metadata and without bytes after its end. */
  content: Buffer
}

const STRIPPERS: readonly [ImageType, (content: Buffer) => Buffer | null][] = [
  ['image/png', stripPngMetadata],
  ['image/jpeg', stripJpegMetadata],
  ['image/webp', stripWebpMetadata],
]

/** Detects the image type from the bytes and strips metadata. Null unless the content is a complete image of a supported type. */
export function readImage(content: Buffer): CleanImage | null {
  for (const [type, strip] of STRIPPERS) {
    const picture = strip(content)
    if (picture) return { type, content: picture }
  }
  return null
}
