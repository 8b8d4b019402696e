import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { withoutPlaceholders } from '../source/names/words.ts'

const rule: Rule = {
  meta: {
    name: 'text-edges',
    severity: 'error',
    doc: 'A text has no stray spaces, dots or brackets at its ends.',
  },
  on: {
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
  },
}
export default rule

const noWords = (): Report => ({
  code: 'noWords',
})

const blankAtEdge = (): Report => ({
  code: 'blankAtEdge',

  forFix: { surplus: 'blanks at its edges' },
})

const twoBlanks = (): Report => ({
  code: 'twoBlanks',
})

const threeDots = (): Report => ({
  code: 'threeDots',

  forFix: { surplus: 'three dots' },
})

const noPlaceholder = (text: string): Report => ({
  code: 'noPlaceholder',
  params: { text },
})

const strayBrace = (): Report => ({
  code: 'strayBrace',
})

const unpaired = (pair: string): Report => ({
  code: 'unpaired',
  params: { pair },
})

const unpairedQuote = (): Report => ({
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
