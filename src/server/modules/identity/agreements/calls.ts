import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { Handlers } from '../../../handler.ts'
import { agreementsOf } from './agreements.ts'

export const calls = {
  'user/agreements': async (_, { user, context }) => {
    const accepted = await context.db
      .selectFrom('trade_activations')
      .select(({ fn }) => ['product', 'version', fn.min('created').as('first')])
      .where('user_id', '=', user.id)
      .groupBy(['product', 'version'])
      .orderBy('first')
      .orderBy('product')
      .execute()
    const risks = accepted.map(({ product, version, first }) => ({ product, version, time: asUnixSeconds(first) }))
    return { documents: await agreementsOf(context, user), risks }
  },
} satisfies Partial<Handlers>
