import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { LOCALE_FILE, SOURCE_LANGUAGE } from '../locales/localeFiles.ts'
import { memo } from '../source/memo.ts'
import { itemsOf, member, members, visitJson } from '../source/source.ts'
import type { JsonNode, Source } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'same-label',
    severity: 'error',
    doc: 'The items of a list, and yes and no of a question, have different labels in every language.',
  },
  on: {
    project({ sources }, report) {
      const languages = [...sources]
        .flatMap(([file, source]) => {
          const language = LOCALE_FILE.exec(file)?.[1]
          return language === undefined ? [] : [{ language, source, texts: textsOf(source) }]
        })
        .toSorted((a, b) => Number(b.language === SOURCE_LANGUAGE) - Number(a.language === SOURCE_LANGUAGE))
      for (const [file, source] of sources) {
        if (!file.startsWith('screens/')) continue
        for (const { words, language, other, label } of pairsOf(source, languages)) {
          const key = String(label.value)
          const locale = language.language === SOURCE_LANGUAGE ? undefined : language.source
          const translation = member(locale?.root, key)
          if (locale && translation) report(sameTranslations(words, key, other, file), locale, translation, key)
          else report(sameWords(words, other === key), source, label)
        }
      }
    },
  },
}
export default rule

interface Language {
  language: string
  source: Source
  texts: ReadonlyMap<string, string>
}

interface Pair {
  label: JsonNode
  words: string
  /** The key of the label before it. */
  other: string
  language: Language
}

type Pairs = readonly (Omit<Pair, 'language'> | undefined)[]
const found = new WeakMap<Source, Map<string, { texts: Language['texts']; pairs: Pairs }>>()

/** For each group of labels of a file the pair with the same words in a language; kept until the file or a text of the language changes. */
function pairsIn(source: Source, { language, texts }: Language): Pairs {
  const known = found.get(source) ?? new Map<string, { texts: Language['texts']; pairs: Pairs }>()
  found.set(source, known)
  const last = known.get(language)
  if (last?.texts === texts) return last.pairs
  const pairs = labelsOf(source).map((labels) => samePair(labels, texts))
  known.set(language, { texts, pairs })
  return pairs
}

/** The labels of a file with the words of one beside them, each in the first language where it is so. */
function pairsOf(source: Source, languages: readonly Language[]): readonly Pair[] {
  const groups = labelsOf(source)
  if (groups.length === 0) return []
  const all = languages.map((language) => ({ language, pairs: pairsIn(source, language) }))
  return groups.flatMap((_, index) => {
    for (const { language, pairs } of all) {
      const pair = pairs[index]
      if (pair) return [{ ...pair, language }]
    }
    return []
  })
}

/** The label of no, where none is written. */
const UNLABELLED_NO: JsonNode = { type: 'string', value: 'ui.cancel', offset: 0, length: 0 }

/** Literal labels side by side, of which no two may be the same. */
const labelsOf = memo((source: Source): readonly (readonly JsonNode[])[] => {
  const groups: JsonNode[][] = []
  if (source.root)
    visitJson(source.root, (node) => {
      const labels =
        node.type === 'array'
          ? itemsOf(node).map((item) => member(item, 'label'))
          : node.type === 'object'
            ? [member(node, 'confirmLabel'), member(node, 'cancelLabel')]
            : []
      const yes = node.type === 'object' && !labels[1] ? labels[0] : undefined
      if (yes?.type === 'string') groups.push([UNLABELLED_NO, yes])
      const literal = labels.filter((label) => label?.type === 'string' && !String(label.value).startsWith('='))
      if (literal.length > 1) groups.push(literal as JsonNode[])
    })
  return groups
})

const textsOf = memo(
  (source: Source): ReadonlyMap<string, string> =>
    new Map(
      members(source.root).flatMap(({ name, value }) =>
        value.type === 'string' ? [[name, String(value.value)] as const] : [],
      ),
    ),
)

/** The first label with the words of one before it. */
function samePair(
  labels: readonly JsonNode[],
  texts: ReadonlyMap<string, string>,
): { label: JsonNode; words: string; other: string } | undefined {
  const seen = new Map<string, string>()
  for (const label of labels) {
    const key = String(label.value)
    const words = texts.get(key)
    if (words === undefined) continue
    const other = seen.get(words)
    if (other !== undefined) return { label, words, other }
    seen.set(words, key)
  }
  return undefined
}

const sameWords = (words: string, sameKey: boolean): Report => ({
  code: sameKey ? 'sameText' : 'sameWords',
  params: { words: words.slice(0, 60) },
})

const sameTranslations = (words: string, key: string, other: string, file: string): Report => ({
  code: 'sameTranslations',
  params: { key, words: words.slice(0, 24), other, file },

  cause: { name: `same words ${[key, other].toSorted().join(' ')}` },
})
