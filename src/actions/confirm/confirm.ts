import type { ConfirmArgs } from '../../generated/actions/confirm.ts'
import type { Action } from '../contract.ts'

export default {
  async run(question, context) {
    return { stop: !(await context.confirm(question)) }
  },
} satisfies Action<ConfirmArgs>
