import { randomBytes } from 'node:crypto'

let last = 0

/** A new id that sorts after all earlier ones of this process. */
export function newId(nowMs: number): string {
  last = Math.max(last + 1, nowMs * 1000)
  return `${last.toString(36).padStart(11, '0')}${randomBytes(6).toString('hex')}`
}
