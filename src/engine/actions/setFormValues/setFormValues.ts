import type { SetFormValuesArgs } from '../../../generated/actions/setFormValues.ts'
import type { Action } from '../action.ts'

export default {
  run({ form, values = {}, clear = [] }, context) {
    context.setFormValues(form, values as Record<string, unknown>, clear)
    return {}
  },
} satisfies Action<SetFormValuesArgs>
