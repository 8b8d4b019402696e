import { crc32, deflateSync } from 'node:zlib'
import { png } from '../../../support/server/png.ts'
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

const u32 = (value: number, little = false): Buffer => {
  const bytes = Buffer.alloc(4)
  if (little) bytes.writeUInt32LE(value)
  else bytes.writeUInt32BE(value)
  return bytes
}

const chunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  return Buffer.concat([u32(data.length), named, u32(crc32(named))])
}
const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data])
const riff = (name: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(name, 'latin1'), u32(data.length, true), data, Buffer.alloc(data.length % 2)])

const header = (width: number, height: number): Buffer =>
  Buffer.concat([u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])])

/** A PNG whose header is independent of its pixels, and chunks before those. */
function pngOf(width: number, height: number, pixels: Buffer, about: Buffer = Buffer.alloc(0)): Buffer {
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header(width, height)),
    about,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function jpegOf(width: number, height: number, about: Buffer, number: number): Buffer {
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])
  const scan = Buffer.concat([
    segment(0xda, Buffer.from('01010000 3f00'.replace(' ', ''), 'hex')),
    Buffer.from([number & 127, 1, 2, 3]),
  ])
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    about,
    segment(0xdb, Buffer.alloc(65, (number >> 7) & 127)),
    segment(0xc0, frame),
    scan,
    Buffer.from('ffd9', 'hex'),
  ])
}

function webpOf(width: number, height: number, about: Buffer, number: number): Buffer {
  const size = Buffer.from([
    (width - 1) & 255,
    ((width - 1) >> 8) & 255,
    ((width - 1) >> 16) & 255,
    (height - 1) & 255,
    ((height - 1) >> 8) & 255,
    ((height - 1) >> 16) & 255,
  ])
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    riff('VP8X', Buffer.concat([Buffer.from([0x2c, 0, 0, 0]), size])),
    about,
    riff('VP8L', Buffer.concat([Buffer.from('2f00000000', 'hex'), u32(number)])),
  ])
  return Buffer.concat([Buffer.from('RIFF'), u32(body.length, true), body])
}

type Make = (width: number, height: number, about: Buffer, number: number) => Buffer

const KINDS: Readonly<Record<string, { make: Make; about(hidden: Buffer): Buffer[] }>> = {
  png: {
    make: (width, height, about, number) =>
      pngOf(width, height, deflateSync(Buffer.from([0, number >> 16, (number >> 8) & 255, number & 255])), about),
    about: (hidden) => ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'iCCP', 'xxXx', 'PLTe'].map((name) => chunk(name, hidden)),
  },
  jpeg: {
    make: jpegOf,
    about: (hidden) =>
      [0xe0, 0xe1, 0xe2, 0xec, 0xed, 0xee, 0xef, 0xfe].map((marker) =>
        segment(marker, marker === 0xe1 ? Buffer.concat([Buffer.from('Exif\0\0'), hidden]) : hidden),
      ),
  },
  webp: { make: webpOf, about: (hidden) => ['EXIF', 'XMP ', 'ICCP', 'evil'].map((name) => riff(name, hidden)) },
}

export interface Hostile {
  about: string
  content: Buffer
  /** It must be refused: it is incomplete, or cannot be opened. */
  never: boolean
}

const HUGE: readonly [number, number][] = [
  [65_535, 65_535],
  [30_000, 30_000],
  [1, 65_535],
  [16_384, 16_384],
]
/** More would not fit into a viewer's memory. */
const MOST_PIXELS = 120_000_000

/** A picture that is a second format as well, is truncated, or has an impossible header. */
export function hostile(number: number, random: Random): Hostile {
  const kind = random.pick(Object.keys(KINDS))
  const { make, about } = KINDS[kind] as { make: Make; about(hidden: Buffer): Buffer[] }
  const [name, text] = random.pick(Object.entries(TAILS))
  const hidden = Buffer.from(text, 'latin1')
  const none = Buffer.alloc(0)
  const way = random.int(8)
  if (way === 0)
    return {
      about: `${name} before a ${kind}`,
      content: Buffer.concat([hidden, make(1, 1, none, number)]),
      never: true,
    }
  if (way === 1) {
    const complete = make(1, 1, none, number)
    return {
      about: `a ${kind} cut off`,
      content: complete.subarray(0, 1 + random.int(complete.length - 1)),
      never: true,
    }
  }
  if (way === 2) {
    const [width, height] = random.pick(HUGE)
    return {
      about: `a ${kind} of ${width} × ${height}`,
      content: make(Math.min(width, 16_384 * (kind === 'webp' ? 1 : 4)), height, none, number),
      never: Math.min(width, 16_384 * (kind === 'webp' ? 1 : 4)) * height > MOST_PIXELS,
    }
  }
  if (way === 3)
    return {
      about: `${name} with the first bytes of a ${kind}`,
      content: Buffer.concat([make(1, 1, none, number).subarray(0, 12), hidden]),
      never: true,
    }
  if (way === 4) return { about: `${name} alone`, content: Buffer.concat([hidden, u32(number)]), never: true }
  if (way === 5)
    return {
      about: `a ${kind} with ${name} behind it`,
      content: Buffer.concat([make(1, 1, none, number), hidden]),
      never: false,
    }
  if (way === 6)
    return {
      about: `a ${kind} with ${name} in its metadata`,
      content: make(1, 1, random.pick(about(hidden)), number),
      never: false,
    }
  return {
    about: `a picture with ${name} in all its metadata and behind its end`,
    content: Buffer.concat([make(1, 1, Buffer.concat(about(hidden)), number), hidden]),
    never: false,
  }
}

/** A valid one, to prove that the others are refused for their faults. */
export const harmless = (number: number): Buffer => png(number)
