import { keywordTable } from '../compiler/keywords/keyword.ts'
import { NODE_KEYWORDS } from '../compiler/keywords/node/index.ts'
import { PART_KEYWORDS } from '../compiler/keywords/part/index.ts'
import { PARAM_KEYWORDS } from '../compiler/keywords/part/params.ts'
import { QUERY_KEYWORDS } from '../compiler/keywords/query/index.ts'
import { SCREEN_KEYWORDS } from '../compiler/keywords/screen/index.ts'
import { STEP_KEYWORDS } from '../compiler/keywords/step/index.ts'
import { productSignatures } from '../product.ts'
import type { Signature } from '../../src/engine/language/expressions/signature.ts'
import type { Files } from './lib/files.ts'
import { pageWithTables } from './lib/page.ts'

/** As it is written in an expression: `list.take(int)`, `money(decimal<money>, string?)`. */
function written(name: string, { params, optional = 0, call }: Signature): string {
  const paramTexts = params.map(
    (param, index) => `${param.replaceAll('|', ' or ')}${index >= params.length - optional ? '?' : ''}`,
  )
  const [receiver = '', ...rest] = paramTexts
  const forms = [`${name}(${paramTexts.join(', ')})`, `${receiver}.${name}(${rest.join(', ')})`]
  return (call === 'function' ? forms.slice(0, 1) : call === 'method' ? forms.slice(1) : forms)
    .map((form) => `\`${form}\``)
    .join(' or ')
}

const functionTable = (): string =>
  [
    '| function | gives | |',
    '| --- | --- | --- |',
    ...Object.entries(productSignatures)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([name, signature]) =>
          `| ${written(name, signature)} | \`${signature.result.replaceAll('|', ' or ')}\` | ${signature.doc} |`,
      ),
  ].join('\n')

/** The tables of keywords and functions in the reference of the screen language. */
export default function reference(root: string): Files {
  return new Map([
    pageWithTables(root, 'screens/REFERENCE.md', {
      'screen keywords': keywordTable(SCREEN_KEYWORDS),
      'query keywords': keywordTable(QUERY_KEYWORDS),
      'node keywords': keywordTable(NODE_KEYWORDS),
      'part keywords': keywordTable(PART_KEYWORDS),
      'parameter keywords': keywordTable(PARAM_KEYWORDS),
      'step keywords': keywordTable(STEP_KEYWORDS),
      functions: functionTable(),
    }),
  ])
}
