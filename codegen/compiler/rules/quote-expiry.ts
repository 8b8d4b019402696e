import { isAlwaysShown } from '../../../src/engine/language/expressions/nodeTraits.ts'
import type { Expr, Node } from '../../../src/engine/language/expressions/program.ts'
import { contentOfNode, operationsOf, sameExpr } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { annotatedWith } from '../contract/annotated.ts'
import { walkConfirmations } from '../flow/confirmations.ts'
import { sentCall } from '../flow/sentCall.ts'
import type { BranchOutcome } from '../flow/walk.ts'

/** The field of an answer with the seconds that it is valid. */
const LASTS = 'lasts'

const rule: Rule = {
  meta: {
    name: 'quote-expiry',
    severity: 'error',
    doc: 'A confirmation with figures of a quote expires with it: a node in “body” counts down the quote’s “lasts”.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkConfirmations(screen, contract, ({ step, surroundings, texts }) => {
        const drawn = expiriesOf(Object.values(step.slots ?? {}).flat(), contract)
        for (const [name, outcome] of surroundings.bound) {
          const answer: Expr = ['v', name]
          const call = sentCall(outcome.step, contract)
          if (!call || !isQuote(outcome, contract) || !texts.some(([, text]) => reads(text, answer))) continue
          if (!drawn.some((expr) => sameExpr(expr, ['.', answer, LASTS])))
            report(endless(call.id, name), step.sourcePath)
        }
      })
    },
  },
}
export default rule

const endless = (call: string, answer: string): Report => ({
  code: 'endless',
  params: { call, lasts: `${answer.slice(answer.lastIndexOf(':') + 1)}.${LASTS}` },
})

/** Whether the outcome is the answer of a call that is valid for some seconds. */
const isQuote = ({ step }: BranchOutcome, contract: Vocabulary): boolean =>
  sentCall(step, contract)?.data.properties?.[LASTS]?.['x-unit'] === 'seconds'

const reads = (text: Expr, answer: Expr): boolean => operationsOf(text).some((operation) => sameExpr(operation, answer))

/** Expiry times to which unconditional nodes count down. */
function expiriesOf(nodes: readonly Node[], contract: Vocabulary): Expr[] {
  return nodes.flatMap((node) => {
    if (!isAlwaysShown(node)) return []
    const props = annotatedWith(contract.widgets.get(node.widget)?.props, 'x-expires')
    const own = props.flatMap(([name]) => (node.exprs?.[name] === undefined ? [] : [node.exprs[name]]))
    return [...own, ...contentOfNode(node).flatMap(({ nodes: inner }) => expiriesOf(inner ?? [], contract))]
  })
}
