import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { addSeconds } from '../../../../engine/language/values/time.ts'
import type { UnixSeconds } from '../../../../engine/language/values/units.ts'
import type { Tables } from '../../../db.ts'
import { secretOf } from '../secrets.ts'

export const SLIDE_SECONDS = 120

/**
 * Challenges of the login slider. Each can be redeemed once within two minutes, by any process, so a script needs a new one for
 * every guess; it does not prove a human.
 */
export interface SliderCaptcha {
  create(now: UnixSeconds): Promise<{ challenge: string; expires: UnixSeconds }>
  redeem(challenge: string, now: number): Promise<boolean>
}

/** Creates the captcha of a database. Its signing key and the redeemed challenges are stored there, so all processes share them. */
export function createSliderCaptcha(db: Kysely<Tables>): SliderCaptcha {
  const sign = async (text: string) =>
    createHmac('sha256', await secretOf(db, 'slideKey'))
      .update(text)
      .digest('base64url')

  return {
    async create(now) {
      const expires = addSeconds(now, SLIDE_SECONDS)
      const text = `${expires}.${randomBytes(12).toString('base64url')}`
      return { challenge: `${text}.${await sign(text)}`, expires }
    },
    async redeem(challenge, now) {
      const cut = challenge.lastIndexOf('.')
      const text = challenge.slice(0, Math.max(cut, 0))
      const expected = Buffer.from(await sign(text))
      const given = Buffer.from(challenge.slice(cut + 1))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
      const expires = Number(text.split('.', 1)[0])
      if (expires <= now) return false
      await db.deleteFrom('slides').where('expires', '<=', BigInt(now)).execute()
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('slides')
        .values({ challenge: text, expires })
        .onConflict((on) => on.column('challenge').doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
  }
}
