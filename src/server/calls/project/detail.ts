import { addSeconds } from '../../../core/time.ts'
import { settlementTimes } from '../../../core/finance/interest.ts'
import type { Handler } from '../../api/handler.ts'
import { projectEntity, projectOf } from '../../interest/projects.ts'

const handler: Handler<'project/detail'> = async (
  { id, mode },
  { user, lang, context: { ledger, clock, operator } },
) => {
  const project = projectOf(operator, id)
  const { currency, days } = project
  const { available } = await ledger.balance(user.id, mode ?? user.mode, 'coin', currency)
  const starts = addSeconds(clock.now(), operator.server.review.project)
  const payments = settlementTimes(starts, days).map((time, index) => ({ day: index + 1, time }))
  return { project: projectEntity(operator, project, lang, available), starts, payments }
}
export default handler
