import type { Keyword } from '../keyword.ts'

export const action: Keyword = {
  name: 'action',
  kind: 'string',
  required: true,
  doc: 'Action of the step: a folder of `src/engine/actions`. The other keywords of a step are the arguments, branches and slots of that action.',
  synonyms: ['do'],
}
