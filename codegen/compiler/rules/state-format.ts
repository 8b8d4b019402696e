import type { Screen } from '../../../src/engine/language/expressions/program.ts'
import { entriesOf, isOperation } from '../../../src/engine/language/expressions/visit.ts'
import { mismatch } from '../lower/assign.ts'
import type { Rule } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import { isExpected, showType } from '../infer/describeType.ts'
import type { Type } from '../infer/types.ts'
import type { Message } from '../source/textCatalogue.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { sentCall } from '../flow/sentCall.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { walkScreen } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'state-format',
    severity: 'error',
    doc: 'A state without a format that a step sets to a value of one format is not sent as another format.',
  },
  on: {
    screen({ screen, contract }, report) {
      const sets = setsOfStates(screen, contract)
      if (sets.length === 0) return
      const found = new Set<string>()
      walkScreen(screen, {
        actions: contract.actions,
        step(step) {
          const argument = argumentOfKind(contract.actions.get(step.action), 'payload')
          const payload = argument === undefined ? undefined : step.exprs?.[argument]
          const fields = sentCall(step, contract)?.payload.properties
          if (!isOperation(payload) || payload[0] !== 'map') return
          for (const [key, value] of entriesOf(payload)) {
            const format = fields?.[String(key)]?.format
            if (format === undefined || !isOperation(value) || value[0] !== '@' || value[1] !== 'state') continue
            for (const set of sets) {
              if (set.state !== value[2] || set.format === format || found.has(set.at)) continue
              const [from, to] = [set.format, format].map((item): Type => ({ k: 'string', format: item }))
              if (!from || !to || !mismatch(from, to)) continue
              found.add(set.at)
              report(sentAs(set.state, String(key), isExpected(showType(from), to)), set.at)
            }
          }
        },
      })
    },
  },
}
export default rule

interface StateSet {
  state: string
  format: string
  at: string
}

/** The steps that set a state without a format to a field of an answer that has one. */
function setsOfStates(screen: Screen, contract: Vocabulary): StateSet[] {
  const found: StateSet[] = []
  walkScreen(screen, {
    actions: contract.actions,
    step({ action: name, args, exprs, sourcePath }, { bound }) {
      const action = contract.actions.get(name)
      const argument = argumentOfKind(action, 'stateValue')
      const state = args?.[argumentOfKind(action, 'state') ?? '']
      const value = argument === undefined ? undefined : exprs?.[argument]
      if (typeof state !== 'string' || screen.stateShapes?.[state] !== undefined) return
      if (!isOperation(value) || value[0] !== '.' || !isOperation(value[1]) || value[1][0] !== 'v') return
      const sender = bound.get(value[1][1])?.step
      const call = sender && sentCall(sender, contract)
      const format = call?.data.properties?.[value[2]]?.format
      if (format !== undefined) found.push({ state, format, at: `${sourcePath}/${argument ?? ''}` })
    },
  })
  return found
}

const sentAs = (state: string, field: string, { params: { value = '', expected = '' } = {} }: Message): Report => ({
  code: 'sentAs',
  params: { state, field, value, expected },
})
