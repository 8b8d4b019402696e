import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readImage } from '../../identity/images.ts'
import { png } from '../../../../tests/support/server/testServer.ts'
import { orientation, orientationSegment } from './orientation.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')
const segment = (marker: number, body: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255]), body])
const SOI = hex('ffd8')
const JFIF = segment(0xe0, Buffer.from('JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0', 'latin1'))
const ADOBE = segment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\x01', 'latin1'))
const TABLES = segment(0xdb, Buffer.alloc(65, 1))
const FRAME = segment(0xc0, hex('08 0001 0001 01 01 11 00'))
const SCAN = Buffer.concat([segment(0xda, hex('01 01 00 00 3f 00')), hex('00 ff00 7f ffd0 12')])
const EOI = hex('ffd9')
const jpeg = (...about: Buffer[]) => Buffer.concat([SOI, JFIF, ...about, TABLES, FRAME, SCAN, EOI])

const chunk = (name: string, body: Buffer) =>
  Buffer.concat([
    Buffer.from(name),
    (() => {
      const n = Buffer.alloc(4)
      n.writeUInt32LE(body.length)
      return n
    })(),
    body,
    Buffer.alloc(body.length % 2),
  ])
function webp(flags: number, ...about: Buffer[]): Buffer {
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.concat([Buffer.from([flags]), Buffer.alloc(9)])),
    chunk('VP8L', hex('2f000000000788')),
    ...about,
  ])
  const head = Buffer.alloc(8)
  head.write('RIFF')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

const SECRET = 'HERE-I-LIVE'
const metadata = Buffer.from(SECRET)

describe('metadata is stripped', () => {
  const cases: [string, Buffer, Buffer][] = [
    ['PNG texts and EXIF', png(1, { tEXt: `Author\0${SECRET}`, eXIf: SECRET, iCCP: SECRET, xxXx: SECRET }), png(1)],
    ['what follows a PNG', Buffer.concat([png(1), metadata]), png(1)],
    [
      'JPEG EXIF, XMP, ICC, IPTC and comments',
      jpeg(...[0xe1, 0xe2, 0xed, 0xfe].map((marker) => segment(marker, metadata))),
      jpeg(),
    ],
    [
      'a small picture beside a JPEG',
      jpeg(segment(0xe0, Buffer.concat([Buffer.from('JFXX\0\x10'), metadata]))),
      jpeg(),
    ],
    [
      "a JPEG's own small picture",
      Buffer.concat([
        SOI,
        segment(0xe0, Buffer.concat([JFIF.subarray(4, 16), Buffer.from([2, 2]), metadata])),
        jpeg().subarray(2 + JFIF.length),
      ]),
      jpeg(),
    ],
    ['what follows Adobe’s colours', jpeg(segment(0xee, Buffer.concat([ADOBE.subarray(4), metadata]))), jpeg(ADOBE)],
    ['what follows a JPEG', Buffer.concat([jpeg(), metadata]), jpeg()],
    [
      'WebP EXIF, XMP and ICC',
      webp(0x2c | 0x10, chunk('ICCP', metadata), chunk('EXIF', metadata), chunk('XMP ', metadata)),
      webp(0x10),
    ],
    ['what follows a WebP', Buffer.concat([webp(0), metadata]), webp(0)],
  ]
  it.each(cases)('%s', (_, given, bare) => {
    expect(given.includes(SECRET)).toBe(true)
    expect(readImage(given)?.content.equals(bare)).toBe(true)
  })
  it('except orientation', () => {
    const bare = readImage(jpeg(segment(0xe1, Buffer.concat([orientationSegment(6).subarray(4), metadata]))))
    expect(bare?.content.equals(Buffer.concat([SOI, orientationSegment(6), JFIF, TABLES, FRAME, SCAN, EOI]))).toBe(true)
  })
  it('and a second pass changes nothing', () => {
    for (const [, given] of cases) {
      const once = readImage(given)?.content ?? Buffer.alloc(0)
      expect(readImage(once)?.content.equals(once)).toBe(true)
    }
  })
})

describe('orientation', () => {
  it('is read in both byte orders', () => {
    expect(orientation(orientationSegment(8).subarray(4))).toBe(8)
    expect(
      orientation(Buffer.concat([Buffer.from('Exif\0\0'), hex('49492a00 08000000 0100 1201 0300 01000000 03000000')])),
    ).toBe(3)
  })
  it.each(['', 'Exif\0\0', 'Exif\0\0MM\0*\xff\xff\xff\xff\0\0\0\0', 'http://ns.adobe.com/xap/1.0/'])(
    'is not found in %j',
    (text) => expect(orientation(Buffer.from(text, 'latin1'))).toBeNull(),
  )
})

function pngSized(width: number, height: number): Buffer {
  const picture = Buffer.from(png(1))
  picture.writeUInt32BE(width, 16)
  picture.writeUInt32BE(height, 20)
  picture.writeUInt32BE(crc32(picture.subarray(12, 29)), 29)
  return picture
}

describe('an invalid picture is refused', () => {
  const pictures = [png(1), jpeg(), webp(0)]
  it('cut anywhere', () => {
    for (const picture of pictures)
      for (let length = 0; length < picture.length; length++)
        expect(readImage(picture.subarray(0, length)), `${length} of ${picture.length}`).toBeNull()
  })
  it.each(['GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', '%PDF-1.7', 'PK\u0003\u0004'])(
    '%s',
    (text) => {
      expect(readImage(Buffer.from(text))).toBeNull()
      expect(readImage(Buffer.concat([Buffer.from(text), png(1)]))).toBeNull()
    },
  )
  it.each([
    ['a PNG', () => pngSized(65_535, 65_535)],
    ['a PNG without a size', () => pngSized(0, 1)],
    ['a JPEG', () => Buffer.concat([SOI, JFIF, TABLES, segment(0xc2, hex('08 ffff ffff 01 01 11 00')), SCAN, EOI])],
    [
      'a JPEG whose frame is cut short',
      () => Buffer.concat([SOI, JFIF, TABLES, segment(0xc0, hex('08 00')), SCAN, EOI]),
    ],
    ['the canvas of a WebP', () => webp(0, chunk('VP8X', hex('00000000 ffff00 ffff00')))],
    ['a lossless WebP', () => webp(0, chunk('VP8L', hex('2f ffffff0f 0788')))],
    ['a WebP', () => webp(0, chunk('VP8 ', hex('000000 9d012a ff3f ff3f 00')))],
  ])('larger than can be drawn: %s', (_, make) => expect(readImage(make())).toBeNull())
  it('with a wrong checksum', () => {
    const broken = Buffer.from(png(1))
    broken[20] = 9
    expect(readImage(broken)).toBeNull()
  })
  it('parsing ends for any changed byte', () => {
    for (const picture of pictures) {
      for (let at = 0; at < picture.length; at++) {
        const changed = Buffer.from(picture)
        changed[at] = 255
        expect(() => readImage(changed)).not.toThrow()
      }
    }
  })
})
