import type { Page } from '@playwright/test'
import { readLocale } from './texts.ts'

/** All visible and accessible texts of the page: text nodes, labels, placeholders, titles. */
export const textsOfPage = (page: Page): Promise<string[]> => page.evaluate(collectTexts)

/** Runs in the page. */
function collectTexts(): string[] {
  const said = new Set<string>([document.title])
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (element && !['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName) && element.checkVisibility())
      said.add(node.nodeValue ?? '')
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
    if (element.checkVisibility())
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) said.add(element.getAttribute(name) ?? '')
  }
  return [...said].map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '')
}

/** Patterns of raw values, which no user may see. */
const RAW: readonly [string, RegExp][] = [
  ['a raw date', /\b\d{4}-\d\d-\d\dT\d\d/],
  ['a raw moment', /\b1[6-9]\d{8}(\d{3})?\b/],
  ['a value that is none', /\bNaN\b|\bundefined\b|\bInfinity\b|\[object |\bInvalid Date\b|^(null|true|false)$/],
  ['a text without its arguments', /\{\{|\}\}/],
]
/** Words that make a text English; none occurs in another language in Latin script. */
const ENGLISH = /\b(the|your|you|with|this|that|from|have|been|are|cannot|must|which|please|wait)\b/i
/** Three words in a row with lower-case continuation: a sentence, no name. */
const SENTENCE = /\b[A-Za-z]+ [a-z]{2,} [a-z]{2,}/
const OTHER_SCRIPT = new Set(['ar', 'ja', 'ko', 'zh-Hans', 'zh-Hant'])
/** Names that are the same in all languages. */
const NAME = /^network\./
const ARGUMENT = /\{\{[^}]*\}\}/
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Creates a check for texts in a language. It returns the problem of a text, or null. */
export function createTextCheck(lang: string): (text: string) => string | null {
  const [own, english] = [readLocale(lang), readLocale('en')]
  const spoken = new Set(Object.values(own))
  const foreign = new Set<string>()
  const patterns: RegExp[] = []
  for (const [key, text] of Object.entries(english)) {
    if (lang === 'en' || NAME.test(key) || own[key] === text || spoken.has(text) || !/\p{L}{2}/u.test(text)) continue
    const parts = text.split(new RegExp(ARGUMENT, 'g'))
    if (parts.length === 1) foreign.add(text)
    else if ((parts.join(' ').match(/[A-Za-z]{3,}/g) ?? []).length >= 2)
      patterns.push(new RegExp(`^${parts.map(escaped).join('.+')}$`))
  }
  return (text) => {
    if (Object.hasOwn(english, text)) return 'a key'
    for (const [what, pattern] of RAW) if (pattern.test(text)) return what
    if (foreign.has(text) || patterns.some((pattern) => pattern.test(text))) return 'a text of English'
    return lang !== 'en' && (OTHER_SCRIPT.has(lang) ? SENTENCE : ENGLISH).test(text) ? 'an English sentence' : null
  }
}
