import { asSeconds } from '../../../../engine/language/values/time.ts'
import { LOOSENING_SECONDS } from '../../../../product/domain/selfLimits.ts'
import { asMoney } from '../../../../engine/language/values/decimal.ts'
import type { Money } from '../../../../engine/language/values/units.ts'
import type { Handlers } from '../../../handler.ts'
import { refuse } from '../../../kit/errors.ts'
import { notify } from '../../identity/notices.ts'
import { inUserTransaction } from '../../identity/userTransaction.ts'
import { minor, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { tradedAmountOf } from '../wallet/transfers.ts'
import { selfLimitsOf, setSelfLimit } from './limits.ts'
import { pauseEntity, pauseOf, startPause } from './pauses.ts'

/** Above every sum that anyone deposits: a greater limit limits nothing. */
const GREATEST = '1000000000'

function maximumOf(maximum: Money | null): bigint | null {
  if (maximum === null) return null
  const units = tradedAmountOf(maximum, UNIT_OF_ACCOUNT)
  if (units < 0n) throw refuse('amountError')
  if (units > minor(GREATEST, UNIT_OF_ACCOUNT))
    throw refuse('amountAboveMaximum', { amount: asMoney(GREATEST), currency: UNIT_OF_ACCOUNT })
  return units
}

export const calls = {
  'safe/limits': async (_, { user, context }) => {
    const pause = await pauseOf(context, user.id)
    return {
      rows: await selfLimitsOf(context, user.id),
      pause: pause && pauseEntity(pause),
      waits: asSeconds(LOOSENING_SECONDS),
    }
  },

  'safe/limit_set': async ({ kind, period, maximum = null }, request) => {
    const wanted = maximumOf(maximum)
    return await inUserTransaction(request, async (inside, { id }) => {
      const { entity, event } = await setSelfLimit(inside, id, kind, period, wanted)
      if (event !== 'cancel') await notify(inside, id, event === 'tighten' ? 'limitTightened' : 'limitLoosening', {})
      return entity
    })
  },

  'safe/pause': ({ length }, request) =>
    inUserTransaction(request, async (inside, { id }) => {
      const pause = await startPause(inside, id, length)
      await notify(inside, id, pause.kind === 'timeOut' ? 'timeOutBegun' : 'exclusionBegun', {})
      return pauseEntity(pause)
    }),
} satisfies Partial<Handlers>
