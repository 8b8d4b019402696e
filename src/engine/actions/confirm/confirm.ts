import type { Node } from '../../language/expressions/program.ts'
import type { ConfirmArgs } from '../../../generated/actions/confirm.ts'
import type { Action } from '../action.ts'

export default {
  async run({ body, skip, ...question }, context) {
    if (skip) return { stop: false }
    const answer = await context.confirm(body ? { ...question, nodes: body } : question)
    return answer === 'restart' ? { restart: true } : { stop: !answer }
  },
} satisfies Action<ConfirmArgs & { body?: Node[] }>
