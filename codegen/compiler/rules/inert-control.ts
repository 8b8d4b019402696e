import type { Expr, Node, Step } from '../../../src/engine/language/expressions/program.ts'
import { isOperation, operationsOf, sameExpr, visitSteps } from '../../../src/engine/language/expressions/visit.ts'
import { annotatedWith } from '../contract/annotated.ts'
import type { Rule } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { OTHER, truthFor, truthWith } from '../flow/stateValues.ts'
import { walkScreen } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'inert-control',
    severity: 'error',
    follows: {
      // A handler of an unknown event may be that of the control.
      'unknown-event': 'near',
    },
    doc: 'A control can be seen and used, and steps do what its use asks for.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        node(node) {
          const widget = contract.widgets.get(node.widget)
          for (const [event, { required, asksAgain }] of Object.entries(widget?.events ?? {})) {
            const steps = node.on?.[event]
            if (required && steps === undefined) report(notHandled(node.widget, event), node.sourcePath)
            if (asksAgain && steps && !fetches(steps, contract))
              report(fetchesNothing(event), `${node.sourcePath}/on/${event}`)
          }
          for (const [prop] of annotatedWith(widget?.props, 'x-disables')) {
            const at = `${node.sourcePath}/props/${prop}`
            const condition = node.exprs?.[prop]
            if (node.props?.[prop] === true) report(alwaysDisabled(node.widget, prop), at)
            else if (condition !== undefined && truthWith(condition, whereNoneIsOpen) === true)
              report(onlyWhereOpen(node.widget), at)
            else if (condition !== undefined) {
              const state = stateMissing(condition, node)
              if (state !== undefined) report(enabledWithout(node.widget, state), at)
            }
          }
          for (const [prop, schema] of annotatedWith(widget?.props, 'x-shown-by')) {
            const shownBy = schema['x-shown-by']
            if (
              typeof shownBy === 'string' &&
              node.props?.[prop] === true &&
              (node.props[shownBy] ?? node.exprs?.[shownBy]) === undefined
            )
              report(nothingDrawn(node.widget, prop, shownBy), `${node.sourcePath}/props/${prop}`)
          }
          for (const [prop, schema] of annotatedWith(widget?.props, 'x-words-of')) {
            const event = schema['x-words-of']
            if (typeof event !== 'string') continue
            const hasWords = node.props?.[prop] !== undefined || node.exprs?.[prop] !== undefined
            const isHandled = node.on?.[event] !== undefined
            if (hasWords && !isHandled) report(wordsOfNoButton(event), `${node.sourcePath}/props/${prop}`)
            if (!hasWords && isHandled) report(buttonWithoutWords(node.widget, prop), `${node.sourcePath}/on/${event}`)
          }
        },
      })
    },
  },
}
export default rule

/** The values of the environment while no payment is without its answer. */
const whereNoneIsOpen = (expr: Expr): boolean | undefined =>
  isOperation(expr) && expr[0] === 'in' && sameExpr(expr[2], ['@', 'device', 'unresolvedPayments']) ? false : undefined

/** A state that the handlers of a node read, and that is empty whenever the control can be used. */
function stateMissing(condition: Expr, { on = {} }: Node): string | undefined {
  const read = new Set<string>()
  for (const steps of Object.values(on))
    visitSteps(steps, {
      step: ({ exprs }) => {
        for (const [op, root, name] of Object.values(exprs ?? {}).flatMap(operationsOf))
          if (op === '@' && root === 'state') read.add(name)
      },
    })
  return [...read].find((name) =>
    ['', null].some((empty) => truthFor(condition, name, OTHER) === true && truthFor(condition, name, empty) !== true),
  )
}

/** Whether steps fetch data: again, or by a call. */
function fetches(steps: readonly Step[], { actions }: Vocabulary): boolean {
  let found = false
  visitSteps(steps, {
    step({ action: name }) {
      const action = actions.get(name)
      found ||= action?.refreshes !== undefined || action?.sends !== undefined
    },
  })
  return found
}

const fetchesNothing = (event: string): Report => ({
  code: 'fetchesNothing',
  params: { event },
})

const nothingDrawn = (widget: string, prop: string, by: string): Report => ({
  code: 'nothingDrawn',
  params: { prop, widget, by },
})

const notHandled = (widget: string, event: string): Report => ({
  code: 'notHandled',
  params: { widget, event },
})

const wordsOfNoButton = (event: string): Report => ({
  code: 'wordsOfNoButton',
  params: { event },
})

const buttonWithoutWords = (widget: string, prop: string): Report => ({
  code: 'buttonWithoutWords',
  params: { widget, prop },
})

const onlyWhereOpen = (widget: string): Report => ({
  code: 'onlyWhereOpen',
  params: { widget },
})

const enabledWithout = (widget: string, state: string): Report => ({
  code: 'enabledWithout',
  params: { widget, state },
})

const alwaysDisabled = (widget: string, prop: string): Report => ({
  code: 'alwaysDisabled',
  params: { widget, prop },
})
