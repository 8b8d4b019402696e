import { randomBytes } from 'node:crypto'

let last = 0

/** A new name that sorts after every one made before it in this process. */
export function newId(nowMs: number): string {
  last = Math.max(last + 1, nowMs * 1000)
  return `${last.toString(36).padStart(11, '0')}${randomBytes(6).toString('hex')}`
}
