import { expect, it } from 'vitest'
import { mediaType, mediaTypeOfBytes } from './mediaType.ts'

const text = (content: string) => new TextEncoder().encode(content)

it.each([
  ['a PNG', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]), 'image/png'],
  ['a JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
  ['a WebP', text('RIFF1234WEBPVP8 '), 'image/webp'],
  ['another RIFF file', text('RIFF1234WAVEfmt '), 'application/octet-stream'],
  ['a GIF', text('GIF89a'), 'image/gif'],
  ['a PDF', text('%PDF-1.7'), 'application/pdf'],
  ['a cut PNG', new Uint8Array([0x89, 0x50, 0x4e]), 'application/octet-stream'],
  ['an empty file', new Uint8Array(), 'application/octet-stream'],
])('recognises %s by its first bytes', async (_, bytes, type) => {
  expect(mediaTypeOfBytes(bytes)).toBe(type)
  expect(await mediaType(new Blob([bytes], { type: 'text/plain' }))).toBe(type)
})
