import { unitFiles } from '../source/folders.ts'
import type { Rule } from '../rule.ts'
import type { Report, Advice } from '../source/findings/diagnostics.ts'
import { didYouMean } from '../source/names/nearest.ts'
import { itemsOf, member } from '../source/source.ts'
import type { Message } from '../source/textCatalogue.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-text',
    severity: 'error',
    doc: 'The key of a text exists in the source language.',
  },
  on: {
    project({ sources, contract }, report) {
      for (const [kind, units, names] of [
        ['widget', 'widgets', contract.widgets.keys()],
        ['action', 'actions', contract.actions.keys()],
      ] as const)
        for (const name of names) {
          const source = unitFiles(units, name)
            .map((file) => sources.get(file))
            .find((item) => item !== undefined)
          if (!source) continue
          for (const [index, text] of itemsOf(member(source.root, 'texts')).entries()) {
            const key = String(text.value)
            if (!contract.texts.arguments(key))
              report(builtInText(key, kind, contract.texts.keys()), source, text, `texts/${index}`)
          }
        }
    },
    unexplainedAccess: ({ accessRule, key, route }, report) =>
      report({ code: 'unexplainedAccess', params: { accessRule, key, route } }),
    unknownText: ({ key, keys }, report) => report(unknownKey(key, keys)),
    unknownTextInDocument: ({ key, keys, hint }, report) => report(unknownKey(key, keys, hint ?? keyHint(key))),
    unknownTextOfValue: ({ key, value, keys }, report) =>
      report({
        code: 'unknownKeyOfValue',
        params: { key, value },
        suggestion: didYouMean(key, keys),
        cause: { name: `texts ${key.slice(0, -String(value).length)}`, subject: `"${value}"` },
      }),
    unknownTextInExpression: ({ key, keys }, report) =>
      report({ code: 'unknownKeyInExpression', params: { key }, suggestion: didYouMean(key, keys) }),
  },
}
export default rule

const builtInText = (key: string, kind: 'widget' | 'action', keys: Iterable<string>): Report => ({
  code: 'builtInText',
  params: { key, kind },
  suggestion: didYouMean(key, keys),
})

/** A key with one typing error; a path of names in scope; a similar key. */
const unknownKey = (key: string, keys: Iterable<string>, hint?: Advice): Report => ({
  code: key === '' ? 'noWords' : 'unknownKey',
  params: { key },
  suggestion: adviceFor(key, keys, hint),
})

function adviceFor(key: string, keys: Iterable<string>, hint?: Advice): Advice | undefined {
  const near = didYouMean(key, keys)
  return near?.rename === undefined && hint?.fix ? hint : (near ?? hint)
}

/** Hint for a text of a screen that is not written like a key; undefined if it is. */
function keyHint(text: string): Message | undefined {
  if (/^\w+(\.\w+)*\(|[=!<>]=|&&|\|\||^(state|params|session|forms|preferences|device|config|queries)\./.test(text))
    return { code: 'code/expressionBegins' }
  return /^[a-z]\w*(\.\w+)+$/.test(text) ? undefined : { code: 'advice/addWords' }
}
