import sharp from 'sharp'
import {
  WIDTH,
  jpegSegment,
  PICTURE_KINDS,
  pictureOf,
  type PictureKind,
  resized,
  webpChunk,
  withMetadata,
} from '../../../support/server/pictures.ts'
import { png, pngChunk } from '../../../support/server/png.ts'
import type { Random } from '../random.ts'

/** Contained in everything active that is hidden in a picture. */
export const MARK = 'ACTIVE-CONTENT'

const TAILS: Readonly<Record<string, string>> = {
  html: `<html><script>alert("${MARK}")</script></html>`,
  js: `*/;alert("${MARK}");/*`,
  svg: `<svg xmlns="http://www.w3.org/2000/svg" onload="alert('${MARK}')"/>`,
  php: `<?php system("${MARK}"); ?>`,
  zip: `PK\x03\x04${MARK}\0\0\0\0PK\x05\x06${'\0'.repeat(18)}`,
  pdf: `%PDF-1.7\n1 0 obj<</JS(${MARK})>>endobj`,
  phar: `<?php __HALT_COMPILER(); ?>${MARK}`,
  shell: `#!/bin/sh\necho ${MARK}\n`,
}

type MetadataOf = (hidden: Buffer) => readonly Buffer[]

const METADATA: Readonly<Record<PictureKind, MetadataOf>> = {
  png: (hidden) => ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'iCCP', 'xxXx', 'acTL'].map((name) => pngChunk(name, hidden)),
  jpeg: (hidden) =>
    [0xe0, 0xe1, 0xe2, 0xec, 0xed, 0xee, 0xef, 0xfe].map((marker) =>
      jpegSegment(marker, marker === 0xe1 ? Buffer.concat([Buffer.from('Exif\0\0'), hidden]) : hidden),
    ),
  webp: (hidden) => ['EXIF', 'XMP ', 'ICCP', 'evil'].map((name) => webpChunk(name, hidden)),
}

export interface Hostile {
  about: string
  content: Buffer
  /** It must be refused: it is incomplete, or cannot be opened. */
  never: boolean
}

/** Sizes that a header announces for the pixels of WIDTH × HEIGHT. */
const SIZES: readonly [number, number][] = [
  [65_535, 65_535],
  [30_000, 30_000],
  [10_000, 10_000],
  [16_383, 7_000],
  [WIDTH, 16_000],
]

/** A picture that is a second format as well, is truncated, or has a header that disagrees with its pixels. */
export async function hostile(number: number, random: Random): Promise<Hostile> {
  const kind = random.pick(PICTURE_KINDS)
  const [name, text] = random.pick(Object.entries(TAILS))
  const hidden = Buffer.from(text, 'latin1')
  const picture = await pictureOf(kind, number * 64)
  const way = random.int(9)
  if (way === 0) return { about: `${name} before a ${kind}`, content: Buffer.concat([hidden, picture]), never: true }
  if (way === 1) {
    // A PNG is complete without its last chunk, which is empty.
    const end = picture.length - (kind === 'png' ? 12 : 0)
    return { about: `a ${kind} cut off`, content: picture.subarray(0, 1 + random.int(end - 1)), never: true }
  }
  if (way === 2) {
    const [width, height] = random.pick(SIZES)
    return {
      about: `a ${kind} of ${width} × ${height}`,
      content: resized(kind, picture, width, height),
      never: true,
    }
  }
  if (way === 3)
    return {
      about: `${name} with the first bytes of a ${kind}`,
      content: Buffer.concat([picture.subarray(0, 12), hidden]),
      never: true,
    }
  if (way === 4)
    return { about: `${name} alone`, content: Buffer.concat([hidden, Buffer.from(String(number))]), never: true }
  if (way === 5) {
    // Compresses to a thousandth.
    const content = await bomb(12_000, 11_000)
    return { about: 'a PNG of 132 million pixels', content, never: true }
  }
  if (way === 6)
    return { about: `a ${kind} with ${name} behind it`, content: Buffer.concat([picture, hidden]), never: false }
  if (way === 7)
    return {
      about: `a ${kind} with ${name} in its metadata`,
      content: withMetadata(kind, picture, random.pick(METADATA[kind](hidden))),
      never: false,
    }
  return {
    about: `a ${kind} with ${name} in all its metadata and behind its end`,
    content: Buffer.concat([withMetadata(kind, picture, ...METADATA[kind](hidden)), hidden]),
    never: false,
  }
}

const bombs = new Map<string, Promise<Buffer>>()

/** A complete PNG of one colour. */
function bomb(width: number, height: number): Promise<Buffer> {
  const key = `${width} ${height}`
  const made =
    bombs.get(key) ??
    sharp({ create: { width, height, channels: 3, background: '#808080' }, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer()
  bombs.set(key, made)
  return made
}

/** A valid one, to prove that the others are refused for their faults. */
export const harmless = (number: number): Buffer => png(number)
