import type { ParamDef } from '../../../src/core/program.ts'
import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { exitsOfScreen } from '../../compile/flow/exits.ts'
import { walkScreen } from '../../compile/flow/walk.ts'
import { memoOfScreen } from '../../compile/memo.ts'

const rule: CheckingRule = {
  name: 'unread-result',
  severity: 'error',
  doc: 'A screen that opens a screen with a result has the parameter “result”, which accepts the result.',
  /** A result is a parameter of a screen that opens the returning screen, and that parameter accepts it. */
  screens({ screens, contract }, report) {
    for (const { screen, file, route } of screens) {
      const [first, ...others] = screen ? resultsOf(screen, contract) : []
      if (!first) continue
      const openers = screens.filter(
        (one) => one.screen && exitsOfScreen(one.screen, contract).some(({ to }) => to === route),
      )
      const targets = openers.flatMap((one) => {
        const param = one.screen?.params[RESULT]
        return param ? [{ file: one.file, param }] : []
      })
      if (openers.length > 0 && targets.length === 0) report(lost(openers[0]?.file ?? ''), file, first.at)
      for (const target of targets) {
        const returned = mismatchOf(target.param, [first, ...others])
        if (returned !== undefined) report(notAccepted(file, returned), target.file, `params/${RESULT}`)
      }
    }
  },
}
export default rule

const lost = (opener: string): Report => ({
  rule,
  message: `No screen that opens this one has the parameter "${RESULT}", so the result is lost.`,
  suggestion: `Declare "${RESULT}": {"type": "string"} in "params" of ${opener}.`,
})

const notAccepted = (file: string, returned: string): Report => ({
  rule,
  message: `${file} returns ${returned}, which this parameter does not accept.`,
  suggestion: 'Write {"type": "string"}, and compare the value where it is read.',
})

/** The parameter of the previous screen that gets the result. */
const RESULT = 'result'

interface Result {
  at: string
  /** The value, where it is a literal. */
  literal: string | undefined
}

/** What the parameter does not accept; undefined if it accepts every result. */
function mismatchOf({ type, enum: among }: ParamDef, results: readonly Result[]): string | undefined {
  if (type !== 'string') return 'a text'
  const odd = among && results.find(({ literal }) => literal === undefined || !among.includes(literal))
  return odd && (odd.literal === undefined ? 'any text' : `"${odd.literal}"`)
}

const resultsOf = memoOfScreen((screen, contract): readonly Result[] => {
  const results: Result[] = []
  walkScreen(screen, {
    actions: contract.actions,
    step({ action, args, sourcePath }) {
      const argument = contract.actions.get(action)?.returns
      if (argument === undefined) return
      const value = args?.[argument]
      results.push({ at: sourcePath, literal: typeof value === 'string' ? value : undefined })
    },
  })
  return results
})
