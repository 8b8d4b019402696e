import type { CheckingRule } from '../checkingRule.ts'
import type { Report, Advice } from '../source/diagnostics.ts'
import { didYouMean } from '../source/nearest.ts'
import { itemsOf, member } from '../source/source.ts'
import type { Message } from '../source/textCatalogue.ts'

const rule: CheckingRule = {
  name: 'unknown-text',
  severity: 'error',
  follows: { 'invalid-literal': 'near' },
  doc: 'The key of a text exists in the source language.',
  /** Texts that the code of widgets and actions shows. */
  project({ sources, contract }, report) {
    for (const [kind, folder, names] of [
      ['widget', 'widgets', contract.widgets.keys()],
      ['action', 'actions', contract.actions.keys()],
    ] as const)
      for (const name of names) {
        const source = sources.get(`src/${folder}/${name}/${name}.schema.json`)
        if (!source) continue
        for (const [index, text] of itemsOf(member(source.root, 'texts')).entries()) {
          const key = String(text.value)
          if (!contract.texts.arguments(key))
            report(builtInText(key, kind, contract.texts.keys()), source, text, `texts/${index}`)
        }
      }
  },
}
export default rule

const builtInText = (key: string, kind: 'widget' | 'action', keys: Iterable<string>): Report => ({
  rule,
  code: 'builtInText',
  params: { key, kind },
  suggestion: didYouMean(key, keys),
})

/** A key that is not in the source language; without a similar key, a hint for a text that is not written like a key. */
export const unknownKey = (key: string, keys: Iterable<string>, hint?: Advice): Report => ({
  rule,
  code: key === '' ? 'noWords' : 'unknownKey',
  params: { key },
  suggestion: adviceFor(key, keys, hint),
})

/** A key with one typing error; a path of names in scope; a similar key. */
function adviceFor(key: string, keys: Iterable<string>, hint?: Advice): Advice | undefined {
  const near = didYouMean(key, keys)
  return near?.rename === undefined && hint?.fix ? hint : (near ?? hint)
}

/** Hint for a text of a screen that is not written like a key; undefined if it is. */
export function keyHint(text: string): Message | undefined {
  if (/^\w+(\.\w+)*\(|[=!<>]=|&&|\|\||^(state|params|session|forms|preferences|device|config|queries)\./.test(text))
    return { code: 'code/expressionBegins' }
  return /^[a-z]\w*(\.\w+)+$/.test(text) ? undefined : { code: 'advice/addWords' }
}

export const unexplainedAccess = (accessRule: string, key: string, route: string): Report => ({
  rule,
  code: 'unexplainedAccess',
  params: { accessRule, key, route },
})

/** The key of `text(…)` in an expression. */
export const unknownKeyInExpression = (key: string, keys: Iterable<string>): Report => ({
  rule,
  code: 'unknownKeyInExpression',
  params: { key },
  suggestion: didYouMean(key, keys),
})

/** The key of `enumText(…)` for one value of the enumeration. */
export const unknownKeyOfValue = (key: string, value: string | number, keys: Iterable<string>): Report => ({
  rule,
  code: 'unknownKeyOfValue',
  params: { key, value },
  suggestion: didYouMean(key, keys),
  cause: { name: `texts ${key.slice(0, -String(value).length)}`, subject: `"${value}"` },
})
