import { availableParallelism } from 'node:os'
import sharp, { type Sharp } from 'sharp'
import { mediaTypeOfBytes } from '../../../../../engine/language/forms/mediaType.ts'
import { LEAST_PICTURE_SIDE, UPLOAD_BYTES, UPLOAD_MEGABYTES } from '../../../../../engine/language/forms/uploads.ts'
import { refuse } from '../../../../kit/errors.ts'
import { createDecodeQueue } from './decodeQueue.ts'

type PictureType = 'image/jpeg' | 'image/png' | 'image/webp'

export interface Picture {
  type: PictureType
  /** The picture encoded by this server: its pixels, upright and in sRGB, and nothing else of the file. */
  content: Buffer
}

/** The largest camera images. Decoded, one takes about 1 GB of memory at most. */
const MAX_PIXELS = 120_000_000
/** Seconds; the largest picture takes about a tenth of it. */
const DECODE_SECONDS = 60

const decodeInTurn = createDecodeQueue({
  // A core stays free for everything else.
  pictures: availableParallelism() > 2 ? 2 : 1,
  pixels: MAX_PIXELS,
  waiting: 64,
})

/** Encoders of a type, the best first; the next is used when its result exceeds the limit of uploads. */
const ENCODERS: Readonly<Record<PictureType, readonly ((picture: Sharp) => Sharp)[]>> = {
  'image/jpeg': [90, 75, 50].map((quality) => (picture) => picture.jpeg({ quality })),
  'image/png': [(picture) => picture.png(), (picture) => picture.png({ palette: true, effort: 1 })],
  // More effort doubles the time and makes files little smaller.
  'image/webp': [90, 75, 50].map((quality) => (picture) => picture.webp({ quality, effort: 0 })),
}

const isPictureType = (type: string): type is PictureType => Object.hasOwn(ENCODERS, type)

// No other decoder of libvips can be reached, one thread decodes a picture, and nothing decoded stays in memory.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.concurrency(1)
sharp.cache(false)

/**
 * Decodes a picture and encodes it again in its own format, in threads of libuv. Of an animation only the first image is read.
 * Null unless the content is a complete JPEG, PNG or WebP within the limit of pixels. Throws `pictureTooSmall` for a picture below the least
 * width or height, `fileTooLarge` if no encoder's result is within the limit of uploads, `uploadFailed` if the server is too busy.
 */
export async function reencode(content: Buffer): Promise<Picture | null> {
  const type = mediaTypeOfBytes(content)
  if (!isPictureType(type)) return null
  const open = () => sharp(content, { failOn: 'warning', limitInputPixels: MAX_PIXELS })
  // Reads the header only.
  const header = await unlessUnreadable(() => open().metadata())
  if (!header) return null
  if (Math.min(header.width, header.height) < LEAST_PICTURE_SIDE)
    throw refuse('pictureTooSmall', { pixels: LEAST_PICTURE_SIDE })
  return await decodeInTurn(header.width * header.height, async () => {
    for (const encode of ENCODERS[type]) {
      const encoded = await unlessUnreadable(() =>
        encode(open().autoOrient()).timeout({ seconds: DECODE_SECONDS }).toBuffer(),
      )
      if (!encoded) return null
      if (encoded.length <= UPLOAD_BYTES) return { type, content: encoded }
    }
    throw refuse('fileTooLarge', { megabytes: UPLOAD_MEGABYTES })
  })
}

/** The result of libvips; null if it cannot read the picture. */
async function unlessUnreadable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('timeout')) throw refuse('uploadFailed')
    return null
  }
}
