import { clamp } from './clamp.ts'

/** Whether a number can set a scale: it is finite and above 0. A quotient of data or of two touches need not be. */
export const isScale = (value: number): boolean => Number.isFinite(value) && value > 0

/** Part of a whole, from 0 to 1; 0 where the whole is no number above 0. */
export const shareOf = (part: number, whole: number): number =>
  isScale(whole) && !Number.isNaN(part) ? clamp(part / whole, 0, 1) : 0
