import { within } from '../../compare/change.ts'
import { STEPS } from '../editorSchema.ts'
import { compileSteps } from '../../lower/step.ts'
import type { ScreenKeyword } from './screenKeyword.ts'

export const onShow: ScreenKeyword = {
  name: 'onShow',
  kind: 'array',
  doc: 'Steps that run each time the screen is shown.',
  synonyms: ['onEnter', 'onMount'],
  schema: () => STEPS,
  compile: (value, { context }) => ({
    onShow: value ? compileSteps(value, { ...context, trigger: { name: 'onShow', guarded: false } }) : [],
  }),
  compare(before, after, { report, steps }) {
    for (const step of steps(before.onShow, after.onShow)) report(within({ code: 'onShow' }, step))
  },
}
