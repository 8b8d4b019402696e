import { valueOfExpr } from '../../compare/formatExpr.ts'
import { equal } from '../../compare/nodeComparison.ts'
import { toExpr } from '../../lower/compileContext.ts'
import { ref } from '../editorSchema.ts'
import type { Schema } from '../../contract/schema.ts'
import { compileValue } from '../../lower/value.ts'
import type { ScreenKeyword } from './screenKeyword.ts'

const TEXT: Schema = { type: 'string', format: 'text' }

export const title: ScreenKeyword = {
  name: 'title',
  kind: 'any',
  doc: 'The text of the navigation bar and of the window; without one the product’s short name. It may read `params` and, after a comparison with null, queries.',
  schema: () => ref('text'),
  compile: (value, { context }) => ({
    title: value ? toExpr(compileValue(value, TEXT, context)) : ['@', 'config', 'shortName'],
  }),
  compare(before, after, { describer, report }) {
    if (!equal(before.title, after.title))
      report({
        code: 'title/changed',
        params: {
          value: valueOfExpr(after.title, describer.after),
          before: valueOfExpr(before.title, describer.before),
        },
      })
  },
}
