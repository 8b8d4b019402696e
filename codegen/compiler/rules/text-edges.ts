import type { CheckingRule } from '../checkingRule.ts'
import type { Report } from '../source/diagnostics.ts'
import { withoutPlaceholders } from '../source/words.ts'

const rule: CheckingRule = {
  name: 'text-edges',
  severity: 'error',
  doc: 'A text has no stray spaces, dots or brackets at its ends.',
  /** Blanks at the edges, invalid placeholders, and brackets or quotation marks without a counterpart. An empty text has no other finding. */
  text({ text }, report) {
    if (text.trim() === '') return report(noWords())
    if (text !== text.trim()) report(blankAtEdge())
    if (/[ \u00A0]{2}/.test(text.trim())) report(twoBlanks())
    if (text.includes('...')) report(threeDots())
    for (const placeholder of text.match(PLACEHOLDER) ?? [])
      if (!ARGUMENT.test(placeholder)) report(noPlaceholder(placeholder))
    const [foreign] = text.includes('%') ? (FOREIGN.exec(text) ?? []) : []
    if (foreign !== undefined) report(noPlaceholder(foreign))
    const plain = withoutPlaceholders(text)
    if (/[{}]/.test(plain)) report(strayBrace())
    if (!PAIRED.test(plain)) return
    for (const pair of PAIRS)
      if (countOf(plain, pair[0] ?? '') !== countOf(plain, pair[1] ?? '')) report(unpaired(pair))
    if (countOf(plain, '"') % 2 === 1 || countOf(plain, '“') + countOf(plain, '„') < countOf(plain, '”'))
      report(unpairedQuote())
  },
}
export default rule

const noWords = (): Report => ({
  rule,
  code: 'noWords',
})

const blankAtEdge = (): Report => ({
  rule,
  code: 'blankAtEdge',

  forFix: { surplus: 'blanks at its edges' },
})

const twoBlanks = (): Report => ({
  rule,
  code: 'twoBlanks',
})

const threeDots = (): Report => ({
  rule,
  code: 'threeDots',

  forFix: { surplus: 'three dots' },
})

const noPlaceholder = (text: string): Report => ({
  rule,
  code: 'noPlaceholder',
  params: { text },
})

const strayBrace = (): Report => ({
  rule,
  code: 'strayBrace',
})

const unpaired = (pair: string): Report => ({
  rule,
  code: 'unpaired',
  params: { pair },
})

const unpairedQuote = (): Report => ({
  rule,
  code: 'unpairedQuote',
})

const PLACEHOLDER = /\{\{[^{}]*\}\}/g
const ARGUMENT = /^\{\{\s*[A-Za-z]\w*\s*\}\}$/
/** Placeholders of other text engines: %s, %1$d. */
const FOREIGN = /%(?:\d+\$)?[sd@](?![\p{L}\d])/u
const PAIRS = ['()', '[]', '（）', '「」', '『』', '【】', '《》', '«»'] as const

/** Brackets and quotation marks; few texts have any. */
const PAIRED = new RegExp(`["“„”${PAIRS.join('').replaceAll(/[[\]]/g, String.raw`\$&`)}]`)

const countOf = (text: string, sign: string): number => text.split(sign).length - 1
