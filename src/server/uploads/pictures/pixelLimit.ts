/** The largest camera images; larger sizes would exhaust a decoder's memory. */
const MAX_PIXELS = 120_000_000

/** Whether a picture is of a size that can be drawn. */
export const isWithinPixelLimit = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width * height <= MAX_PIXELS
