import { CHANGE_TEXTS, readsOf } from '../../../codegen/compiler/service/index.ts'
import { conditionWords, pathWords } from '../conditions/condition.ts'
import { inLanguages, studioLanguage } from '../model/studioLanguage.ts'

export const TEXTS = inLanguages(CHANGE_TEXTS)

/** Description of an expression; one without a description is named by its references. */
export function expressionWords(kind: 'condition' | 'value', expression: string): string {
  const words = conditionWords(expression)
  if (words !== undefined) return words
  const names = [...new Set(readsOf(expression).map((path) => pathWords(path.join('.'))))]
  const { textOf } = TEXTS[studioLanguage()]
  return names.length === 0
    ? textOf({ code: `${kind}/other` })
    : textOf({ code: kind === 'condition' ? 'condition/on' : 'value/of', params: { names: names.join(', ') } })
}
