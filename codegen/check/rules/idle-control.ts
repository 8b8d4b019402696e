import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { walkScreen } from '../../compile/flow/walk.ts'

const rule: CheckingRule = {
  name: 'idle-control',
  severity: 'error',
  doc: 'A control can be used, and something handles its use.',
  screen({ screen, contract }, report) {
    walkScreen(screen, {
      actions: contract.actions,
      node(node) {
        const widget = contract.widgets.get(node.widget)
        for (const [event, { required }] of Object.entries(widget?.events ?? {}))
          if (required && node.on?.[event] === undefined) report(notHandled(node.widget, event), node.sourcePath)
        for (const [prop, schema] of Object.entries(widget?.props.properties ?? {})) {
          if (schema['x-disables'] === true && node.props?.[prop] === true)
            report(alwaysDisabled(node.widget, prop), `${node.sourcePath}/props/${prop}`)
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
}
export default rule

const notHandled = (widget: string, event: string): Report => ({
  rule,
  message: `This ${widget} does nothing: nothing handles its "${event}".`,
  suggestion: `Add "${event}" with its steps to "on", or remove the ${widget}.`,
})

const wordsOfNoButton = (event: string): Report => ({
  rule,
  message: `These are the words of a button, which is not shown: nothing handles "${event}".`,
  suggestion: `Add "${event}" with its steps to "on", or remove the words.`,
})

const buttonWithoutWords = (widget: string, prop: string): Report => ({
  rule,
  message: `The button of this ${widget} has no words, so it is not shown.`,
  suggestion: `Write its words in "${prop}", or remove the handler.`,
})

const alwaysDisabled = (widget: string, prop: string): Report => ({
  rule,
  message: `This ${widget} is always disabled.`,
  suggestion: `Write a condition in "${prop}", or remove the ${widget}.`,
})
