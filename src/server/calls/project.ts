import type { Handler } from '../api/handler.ts'
import { projectEntity } from '../interest/projects.ts'

const handler: Handler<'project'> = async ({ mode }, { user, lang, context: { ledger, operator } }) => {
  const balances = await ledger.balances(user.id, mode ?? user.mode)
  const free = (currency: string) =>
    balances.find((one) => one.kind === 'coin' && one.currency === currency)?.available ?? 0n
  return {
    rows: operator.server.projects.map((project) => projectEntity(operator, project, lang, free(project.currency))),
  }
}
export default handler
