import type { LoadMoreArgs } from '../../../generated/actions/loadMore.ts'
import type { Action } from '../action.ts'

export default {
  async run({ query }, context) {
    await context.loadMore(query)
    return {}
  },
} satisfies Action<LoadMoreArgs>
