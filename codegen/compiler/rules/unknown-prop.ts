import type { Rule } from '../rule.ts'
import { didYouMean } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-prop',
    severity: 'error',
    doc: 'A prop is declared by the widget.',
  },
  on: {
    unknownProp: ({ widget: { name: widget, props, events }, name, keyword }, report) =>
      report({
        code: 'unknownProp',
        params: { widget, name },
        suggestion:
          (keyword === undefined ? undefined : { code: 'code/keywordOfNode', params: { keyword } }) ??
          didYouMean(name, Object.keys(props.properties ?? {})) ??
          (Object.hasOwn(events, name) ? { code: 'advice/isEvent', params: { name } } : undefined),
      }),
  },
}
export default rule
