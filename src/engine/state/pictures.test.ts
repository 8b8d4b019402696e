// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatBytes, MEGABYTE, PICTURE_TYPES, SOURCE_BYTES } from '../language/forms/uploads.ts'
import { fitFile, readPicture } from './pictures.ts'

const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0, 0, 0])
const limits = { accept: PICTURE_TYPES, maxBytes: 1000 }
const close = vi.fn()
/** Sizes of the canvases that were encoded. */
let encoded: [number, number][] = []

beforeEach(() => {
  encoded = []
  close.mockClear()
  vi.stubGlobal('createImageBitmap', async () => ({ width: 8000, height: 6000, close }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage: () => undefined,
  } as unknown as null)
  // A picture of one byte for 2000 pixels.
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done) {
    encoded.push([this.width, this.height])
    done(new Blob([new Uint8Array(Math.floor((this.width * this.height) / 2000))]))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const photo = (bytes: number, name = 'photo.png') => new File([JPEG, new Uint8Array(bytes - JPEG.length)], name)

it('returns a file within the limit as it is', async () => {
  const file = photo(1000)
  expect(await fitFile(file, limits)).toBe(file)
  expect(close).toHaveBeenCalledOnce()
})

it('scales a larger photo down until it fits, in its proportions', async () => {
  const fitted = await fitFile(photo(1001), limits)
  expect(encoded).toEqual([
    [4096, 3072],
    [3200, 2400],
    [2560, 1920],
    [2048, 1536],
    [1600, 1200],
  ])
  expect(fitted).toBeInstanceOf(File)
  expect([(fitted as File).name, (fitted as File).type, (fitted as File).size]).toEqual([
    'photo.jpg',
    'image/jpeg',
    960,
  ])
  expect(close).toHaveBeenCalledOnce()
})

it('refuses a photo that does not fit at the smallest size', async () => {
  expect(await fitFile(photo(1001), { ...limits, maxBytes: 100 })).toEqual({ problem: 'fileTooLarge', maxBytes: 100 })
})

it('refuses a larger file that is no picture', async () => {
  const pdf = new File(['%PDF-1.7', new Uint8Array(1000)], 'a.pdf')
  expect(await fitFile(pdf, { ...limits, accept: ['application/pdf'] })).toMatchObject({ problem: 'fileTooLarge' })
  expect(await fitFile(pdf, limits)).toEqual({ problem: 'wrongFileType' })
})

it('refuses a picture that cannot be decoded', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('broken')))
  expect(await fitFile(photo(10), limits)).toEqual({ problem: 'fileBroken' })
})

it('does not read a file above the largest photos', async () => {
  const file = photo(10)
  Object.defineProperty(file, 'size', { value: SOURCE_BYTES + 1 })
  const slice = vi.spyOn(file, 'slice')
  expect(await readPicture(file)).toEqual({ problem: 'fileTooLarge', maxBytes: SOURCE_BYTES })
  expect(await fitFile(file, limits)).toMatchObject({ problem: 'fileTooLarge' })
  expect(slice).not.toHaveBeenCalled()
})

it('a size has its number and unit', () => {
  expect(formatBytes(5 * MEGABYTE, 'en')).toBe('5 MB')
  expect(formatBytes(5 * MEGABYTE, 'fr').replaceAll(/\s/g, ' ')).toBe('5 Mo')
  expect(formatBytes(5 * MEGABYTE, 'ar')).toContain('5')
  expect(formatBytes(1000, 'en')).toBe('1 kB')
})
