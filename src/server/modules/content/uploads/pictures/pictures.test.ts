import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { LEAST_PICTURE_SIDE, UPLOAD_BYTES } from '../../../../../engine/language/forms/uploads.ts'
import {
  exifOrientation,
  HEIGHT,
  jpegSegment,
  PICTURE_KINDS,
  pictureOf,
  type PictureKind,
  pixelsOf,
  resized,
  webpChunk,
  WIDTH,
  withMetadata,
} from '../../../../../../tests/support/server/pictures.ts'
import { png, pngChunk, pngOf } from '../../../../../../tests/support/server/png.ts'
import { reencode } from './reencode.ts'
import { LONG } from '../../../../../../tests/support/long.ts'

/** The content after decoding and encoding. Fails if it is refused. */
async function stored(content: Buffer): Promise<Buffer> {
  const picture = await reencode(content)
  if (!picture) throw new Error('The picture is refused')
  return picture.content
}

const rgb = async (content: Buffer): Promise<Buffer> => await sharp(content).removeAlpha().raw().toBuffer()

/** Greatest difference of two bytes at the same position. */
const differenceOf = (expected: Buffer, actual: Buffer): number =>
  expected.reduce((most, value, i) => Math.max(most, Math.abs(value - (actual[i] ?? 0))), 0)

const NUMBER = 0x40_20_60
const pictures = new Map<PictureKind, Buffer>()
for (const kind of PICTURE_KINDS) pictures.set(kind, await pictureOf(kind, NUMBER))
const picture = (kind: PictureKind): Buffer => pictures.get(kind) ?? Buffer.alloc(0)

const SECRET = 'HERE-I-LIVE'
const secret = Buffer.from(SECRET)
const METADATA: Readonly<Record<PictureKind, Readonly<Record<string, Buffer>>>> = {
  png: {
    text: pngChunk('tEXt', Buffer.from(`Author\0${SECRET}`)),
    'a broken compressed text': pngChunk('zTXt', Buffer.from(`Author\0\0${SECRET}`)),
    EXIF: pngChunk('eXIf', secret),
    'a broken colour profile': pngChunk('iCCP', secret),
    'an unknown chunk': pngChunk('xxXx', secret),
    'an animation': pngChunk('acTL', Buffer.concat([Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]), secret])),
  },
  jpeg: {
    EXIF: jpegSegment(0xe1, Buffer.concat([exifOrientation(1), secret])),
    'broken EXIF': jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), secret])),
    XMP: jpegSegment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x>${SECRET}</x>`)),
    'a broken colour profile': jpegSegment(0xe2, Buffer.from(`ICC_PROFILE\0\u0001\u0001${SECRET}`)),
    IPTC: jpegSegment(0xed, Buffer.from(`Photoshop 3.0\0${SECRET}`)),
    'a comment': jpegSegment(0xfe, secret),
    'a thumbnail': jpegSegment(0xe0, Buffer.from(`JFXX\0\u0010${SECRET}`)),
  },
  webp: {
    EXIF: webpChunk('EXIF', secret),
    XMP: webpChunk('XMP ', secret),
    'a broken colour profile': webpChunk('ICCP', secret),
    'an unknown chunk': webpChunk('evil', secret),
  },
}

describe.each(PICTURE_KINDS)('a %s', (kind) => {
  it('is stored in its own format', async () => {
    expect(await reencode(picture(kind))).toMatchObject({ type: `image/${kind}` })
    expect(await sharp(await stored(picture(kind))).metadata()).toMatchObject({
      format: kind,
      width: WIDTH,
      height: HEIGHT,
      space: 'srgb',
    })
  })
  it('is stored with its pixels', async () => {
    const [expected, actual] = [pixelsOf(NUMBER), await rgb(await stored(picture(kind)))]
    expect(actual).toHaveLength(expected.length)
    expect(differenceOf(expected, actual)).toBeLessThanOrEqual(kind === 'png' ? 0 : 24)
  })
  it('becomes the same bytes each time', async () =>
    expect((await stored(picture(kind))).equals(await stored(Buffer.from(picture(kind))))).toBe(true))

  it.each(Object.entries(METADATA[kind]))('loses %s', async (_, part) => {
    const given = withMetadata(kind, picture(kind), part)
    expect(given.includes(SECRET)).toBe(true)
    expect((await stored(given)).equals(await stored(picture(kind)))).toBe(true)
  })
  it('loses everything behind its end', async () =>
    expect((await stored(Buffer.concat([picture(kind), secret]))).equals(await stored(picture(kind)))).toBe(true))
  it('has no metadata that other programs read', async () => {
    const full = await sharp(picture(kind))
      .withExif({ IFD0: { Artist: SECRET }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
      .withIccProfile('p3')
      .toBuffer()
    expect(Object.keys(await sharp(full).metadata())).toEqual(expect.arrayContaining(['exif', 'icc', 'xmp']))
    const found = Object.keys(await sharp(await stored(full)).metadata())
    expect(found.filter((key) => /exif|icc|xmp|iptc|orientation|comments|tifftag/i.test(key))).toEqual([])
  })
  it('is converted from its colour profile', async () => {
    const red = { create: { width: WIDTH, height: HEIGHT, channels: 3 as const, background: '#e02040' } }
    const wide = await sharp(red).withIccProfile('p3').toFormat(kind).toBuffer()
    // With its profile, the same colour has other values.
    const values = await sharp(wide, { ignoreIcc: true }).removeAlpha().raw().toBuffer()
    expect(Math.abs(0xe0 - (values[0] ?? 0))).toBeGreaterThan(8)
    const actual = await rgb(await stored(wide))
    for (const [i, value] of [0xe0, 0x20, 0x40].entries()) expect(Math.abs(value - (actual[i] ?? 0))).toBeLessThan(8)
  })

  it('cut before the end of its pixels is refused', async () => {
    // The last chunk of a PNG is empty.
    const end = picture(kind).length - (kind === 'png' ? 12 : 0)
    for (let length = 0; length < end; length += Math.ceil(end / 100))
      expect(await reencode(picture(kind).subarray(0, length)), `${length} of ${end}`).toBeNull()
  })
  it.each([
    [WIDTH, 4_000],
    [10_000, 10_000],
    [16_383, 7_000],
    [30_000, 30_000],
    [65_535, 65_535],
  ])('whose header says %d × %d is refused', async (width, height) =>
    expect(await reencode(resized(kind, picture(kind), width, height))).toBeNull(),
  )
  it('with any changed byte is refused or stored as a picture', LONG, async () => {
    for (let at = 0; at < picture(kind).length; at += Math.ceil(picture(kind).length / 500)) {
      const changed = Buffer.from(picture(kind))
      changed[at] = (changed[at] ?? 0) ^ 255
      const result = await reencode(changed)
      if (result) expect((await sharp(result.content).metadata()).format, String(at)).toBe(kind)
    }
  })
})

describe('orientation', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('%d of a photo is applied', async (orientation) => {
    const photo = withMetadata('jpeg', picture('jpeg'), jpegSegment(0xe1, exifOrientation(orientation)))
    const upright = await stored(photo)
    const isTurned = orientation > 4
    expect(await sharp(upright).metadata()).toMatchObject({
      width: isTurned ? HEIGHT : WIDTH,
      height: isTurned ? WIDTH : HEIGHT,
    })
    const expected = await sharp(photo).autoOrient().removeAlpha().raw().toBuffer()
    const actual = await rgb(upright)
    expect(differenceOf(expected, actual)).toBeLessThanOrEqual(24)
  })
})

describe('a picture is refused', () => {
  it.each([
    ['a GIF', 'GIF89a'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'],
    ['a page', '<html>'],
    ['a PDF', '%PDF-1.7'],
    ['an archive', 'PK\u0003\u0004'],
  ])('as %s, alone and before a picture', async (_, text) => {
    expect(await reencode(Buffer.from(text))).toBeNull()
    expect(await reencode(Buffer.concat([Buffer.from(text), png(1)]))).toBeNull()
  })
  it.each(['gif', 'tiff', 'avif'] as const)('as a complete %s', async (format) =>
    expect(await reencode(await sharp(picture('png')).toFormat(format).toBuffer())).toBeNull(),
  )
  it('of which three pixels are there', async () => {
    const [width, height] = [LEAST_PICTURE_SIDE, LEAST_PICTURE_SIDE]
    expect(await reencode(pngOf({ width, height, pixels: Buffer.alloc(width * height * 3) }))).not.toBeNull()
    expect(await reencode(pngOf({ width, height, pixels: Buffer.alloc(9) }))).toBeNull()
  })
  it.each([
    [60, 40],
    [LEAST_PICTURE_SIDE - 1, 2_000],
    [2_000, LEAST_PICTURE_SIDE - 1],
  ])('of %d × %d pixels, with the least side', async (width, height) => {
    const small = pngOf({ width, height, pixels: Buffer.alloc(width * height * 3) })
    await expect(reencode(small)).rejects.toMatchObject({
      code: 'pictureTooSmall',
      params: { pixels: LEAST_PICTURE_SIDE },
    })
  })
  it('without a size', async () => expect(await reencode(resized('png', png(1), 0, 1))).toBeNull())
  it('with a wrong checksum', async () => {
    const broken = Buffer.from(png(1))
    broken[20] = 9
    expect(await reencode(broken)).toBeNull()
  })
})

it('stores the first image of an animation', async () => {
  const frames = [await pictureOf('png', 0x10_10_10), await pictureOf('png', 0xe0_a0_a0)]
  const animation = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer()
  expect((await sharp(animation).metadata()).pages).toBe(2)
  const first = await stored(animation)
  expect((await sharp(first).metadata()).pages ?? 1).toBe(1)
  expect(Math.abs(((await rgb(first))[0] ?? 0) - 0x10)).toBeLessThan(24)
})

it('stores a picture that would grow beyond the limit with fewer details', LONG, async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const create = { width: 2_900, height: 2_900, channels: 3 as const, background: '#888', noise }
  const given = await sharp({ create }).jpeg({ quality: 82 }).toBuffer()
  expect(given.length).toBeLessThan(UPLOAD_BYTES)
  expect((await sharp(given).jpeg({ quality: 90 }).toBuffer()).length).toBeGreaterThan(UPLOAD_BYTES)
  expect((await stored(given)).length).toBeLessThanOrEqual(UPLOAD_BYTES)
})
