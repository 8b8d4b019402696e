import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const SLIDE_SECONDS = 120

/**
 * Challenges of the slide at login. Each is redeemed once and soon, so a script has to fetch one for every guess; it does not
 * prove a human. The secret and the redeemed ones live in memory: a restart makes all of them void.
 */
export interface Slides {
  create(now: number): { challenge: string; expires: number }
  redeem(challenge: string, now: number): boolean
}

export function createSlides(): Slides {
  const secret = randomBytes(32)
  const redeemed = new Map<string, number>()
  const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')

  return {
    create(now) {
      const expires = now + SLIDE_SECONDS
      const text = `${expires}.${randomBytes(12).toString('base64url')}`
      return { challenge: `${text}.${sign(text)}`, expires }
    },
    redeem(challenge, now) {
      for (const [known, expires] of redeemed) {
        if (expires > now) break
        redeemed.delete(known)
      }
      const cut = challenge.lastIndexOf('.')
      const text = challenge.slice(0, Math.max(cut, 0))
      const expected = Buffer.from(sign(text))
      const given = Buffer.from(challenge.slice(cut + 1))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
      const expires = Number(text.split('.', 1)[0])
      if (expires <= now || redeemed.has(text)) return false
      redeemed.set(text, expires)
      return true
    },
  }
}
