import type { SheetArgs } from '../../../generated/actions/sheet.ts'
import type { Node } from '../../language/expressions/program.ts'
import type { Action } from '../action.ts'

export default {
  async run({ title, body }, context) {
    await context.sheet({ ...(title === undefined ? {} : { title }), nodes: body })
    return {}
  },
} satisfies Action<SheetArgs & { body: Node[] }>
