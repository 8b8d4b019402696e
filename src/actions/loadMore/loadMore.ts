import type { LoadMoreArgs } from '../../generated/actions/loadMore.ts'
import type { Action } from '../contract.ts'

export default {
  async run({ data }, context) {
    await context.loadMore(data)
    return {}
  },
} satisfies Action<LoadMoreArgs>
