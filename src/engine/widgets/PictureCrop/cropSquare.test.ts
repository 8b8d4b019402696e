import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { LEAST_PICTURE_SIDE } from '../../language/forms/uploads.ts'
import { centerOf, cropSquare, MAX_ZOOM, resultSide } from './cropSquare.ts'

const length = fc.integer({ min: 1, max: 10_000 })
const anywhere = fc.integer({ min: -20_000, max: 20_000 })
const zoom = fc.double({ min: -1, max: 9, noNaN: true })

it('is a square inside the picture for any center and zoom', () => {
  fc.assert(
    fc.property(length, length, zoom, anywhere, anywhere, (width, height, by, x, y) => {
      const square = cropSquare({ width, height }, by, { x, y })
      expect(square.x).toBeGreaterThanOrEqual(0)
      expect(square.y).toBeGreaterThanOrEqual(0)
      expect(square.x + square.side).toBeLessThanOrEqual(width + 1e-6)
      expect(square.y + square.side).toBeLessThanOrEqual(height + 1e-6)
      expect(square.side).toBeLessThanOrEqual(Math.min(width, height))
      expect(square.side).toBeGreaterThanOrEqual(Math.min(width, height) / MAX_ZOOM - 1e-6)
    }),
  )
})

it('keeps a center that leaves room', () => {
  const center = { x: 500, y: 300 }
  expect(centerOf(cropSquare({ width: 1000, height: 600 }, 2, center))).toEqual(center)
})

it.each([
  [1500, 512],
  [300.4, 300],
  [90.4, LEAST_PICTURE_SIDE],
])('a square of %d pixels is one of %d, at most 512', (side, expected) => {
  expect(resultSide({ x: 0, y: 0, side }, 512)).toBe(expected)
})
