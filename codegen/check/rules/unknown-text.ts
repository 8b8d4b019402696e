import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Report, Suggestion } from '../../compile/diagnostics.ts'
import { didYouMean } from '../../compile/nearest.ts'
import { itemsOf, member } from '../../compile/source.ts'

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
  message: `There is no text "${key}" in locales/en.json, and this ${kind} uses it.`,
  suggestion: didYouMean(key, keys),
})

/** A key that is not in the source language; without a similar key, a hint for a text that is not written like a key. */
export const unknownKey = (key: string, keys: Iterable<string>, hint?: Suggestion): Report => ({
  rule,
  message: key === '' ? 'There are no words here yet.' : `There is no text "${key}" in locales/en.json.`,
  suggestion: adviceFor(key, keys, hint) ?? 'Add it to locales/en.json, or write the key of another text.',
})

/** A key with one typing error; a path of names in scope; a similar key. */
function adviceFor(key: string, keys: Iterable<string>, hint?: Suggestion): Suggestion | undefined {
  const near = didYouMean(key, keys)
  return near?.rename === undefined && typeof hint === 'object' ? hint : (near ?? hint)
}

/** Hint for a text of a screen that is not written like a key; undefined if it is. */
export function keyHint(text: string): string | undefined {
  if (/^\w+(\.\w+)*\(|[=!<>]=|&&|\|\||^(state|params|session|forms|preferences|device|config|queries)\./.test(text))
    return 'An expression begins with "=".'
  return /^[a-z]\w*(\.\w+)+$/.test(text)
    ? undefined
    : 'Add the words to locales/en.json under a key such as "home.hello", and write the key here.'
}

export const unexplainedAccess = (accessRule: string, key: string, route: string): Report => ({
  rule,
  message: `The access rule "${accessRule}" needs the text "${key}": it explains why "${route}" is shown.`,
  suggestion: `Add "${key}" to locales/en.json.`,
})

/** The key of `text(…)` in an expression. */
export const unknownKeyInExpression = (key: string, keys: Iterable<string>): Report => ({
  rule,
  message: `There is no text "${key}".`,
  suggestion: didYouMean(key, keys),
})

/** The key of `enumText(…)` for one value of the enumeration. */
export const unknownKeyOfValue = (key: string, value: string | number, keys: Iterable<string>): Report => ({
  rule,
  message: `There is no text "${key}", and the value may be "${value}".`,
  suggestion: didYouMean(key, keys),
  cause: { name: `texts ${key.slice(0, -String(value).length)}`, subject: `"${value}"` },
})
