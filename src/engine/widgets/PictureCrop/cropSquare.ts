import { LEAST_PICTURE_SIDE } from '../../language/forms/uploads.ts'

export interface Size {
  width: number
  height: number
}

/** A square part of a picture, in its pixels. */
export interface CropSquare {
  x: number
  y: number
  side: number
}

export const MAX_ZOOM = 4

/** Returns the square with a zoom from 1, the largest square, to MAX_ZOOM, around a center, inside the picture. */
export function cropSquare({ width, height }: Size, zoom: number, center: { x: number; y: number }): CropSquare {
  const side = Math.min(width, height) / Math.min(MAX_ZOOM, Math.max(1, zoom))
  const inside = (middle: number, length: number) => Math.min(length - side, Math.max(0, middle - side / 2))
  return { x: inside(center.x, width), y: inside(center.y, height), side }
}

export const centerOf = ({ x, y, side }: CropSquare): { x: number; y: number } => ({ x: x + side / 2, y: y + side / 2 })

/** Returns width and height of the result: those of the square, at most `most`, and no less than an upload needs. */
export const resultSide = ({ side }: CropSquare, most: number): number =>
  Math.max(LEAST_PICTURE_SIDE, Math.min(most, Math.round(side)))
