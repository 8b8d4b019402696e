import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { sourceOf, visitAst } from '../infer/ast.ts'

const rule: Rule = {
  meta: {
    name: 'boolean-comparison',
    severity: 'warning',
    doc: 'A condition is not compared with true or false, and not negated twice.',
  },
  on: {
    expression({ ast }, report) {
      visitAst(ast, (node, outer) => {
        if (node.op === '!_' && node.args.op === '!_' && outer !== '!_')
          report(negatedTwice(sourceOf(node.args.args)), { start: node.pos, end: node.end })
        if (node.op !== '==' && node.op !== '!=') return
        const [left, right] = node.args
        for (const [literal, other] of [
          [left, right],
          [right, left],
        ] as const)
          if (literal.op === 'value' && typeof literal.args === 'boolean')
            report(comparedWith(literal.args, node.op === '==', sourceOf(other)), { start: node.pos, end: node.end })
      })
    },
  },
}
export default rule

const negatedTwice = (condition: string): Report => ({
  code: 'negatedTwice',
  params: { condition },
})

const comparedWith = (literal: boolean, isEqual: boolean, other: string): Report => ({
  code: 'comparedWith',
  params: { literal: String(literal), instead: literal === isEqual ? other : `!(${other})` },
})
