import { addSeconds } from '../../../core/time.ts'
import { SECONDS_PER_DAY } from '../../../core/finance/interest.ts'
import type { Handler } from '../../api/handler.ts'
import { nameOf, yieldOf } from '../../interest/projects.ts'
import { decimal } from '../../ledger/index.ts'

const handler: Handler<'project/quote'> = ({ mode, ...input }, { lang, context: { clock, operator } }) => {
  const { project, amount, daily, total } = yieldOf(operator, input)
  const { id, currency, days } = project
  const starts = addSeconds(clock.now(), operator.server.review.project)
  const money = (units: bigint) => decimal(units, currency)
  return {
    mode,
    project: id,
    name: nameOf(operator, id, lang),
    currency,
    days,
    starts,
    ends: addSeconds(starts, days * SECONDS_PER_DAY),
    amount: money(amount),
    daily: money(daily),
    total: money(total),
    maturity: money(amount + total),
  }
}
export default handler
