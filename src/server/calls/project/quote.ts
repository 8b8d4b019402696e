import { later } from '../../../core/time.ts'
import { DAY_SECONDS } from '../../../core/finance/interest.ts'
import type { Handler } from '../../api/handler.ts'
import { nameOf, yieldOf } from '../../interest/projects.ts'
import { decimal } from '../../ledger/index.ts'

const handler: Handler<'project/quote'> = ({ mode, ...wanted }, { lang, context: { clock, operator } }) => {
  const { project, amount, daily, total } = yieldOf(operator, wanted)
  const { id, currency, days } = project
  const starts = later(clock.now(), operator.server.review.project)
  const money = (units: bigint) => decimal(units, currency)
  return {
    mode, project: id, name: nameOf(operator, id, lang), currency, days, starts, ends: later(starts, days * DAY_SECONDS),
    amount: money(amount), daily: money(daily), total: money(total), maturity: money(amount + total),
  }
}
export default handler
