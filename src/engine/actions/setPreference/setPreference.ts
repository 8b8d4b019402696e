import type { SetPreferenceArgs } from '../../../generated/actions/setPreference.ts'
import type { Action } from '../action.ts'

export default {
  run({ name, value }, context) {
    context.setPreference(name, value)
    return {}
  },
} satisfies Action<SetPreferenceArgs>
