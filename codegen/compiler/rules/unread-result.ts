import type { ParamDef } from '../../../src/engine/language/expressions/program.ts'
import { entriesOf, isOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { CheckedScreen } from '../compiledScreen.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { exitsOfScreen } from '../flow/exits.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { walkScreen } from '../flow/walk.ts'
import { memoOfScreen } from '../source/memo.ts'

const rule: Rule = {
  meta: {
    name: 'unread-result',
    severity: 'error',
    doc: 'A screen that opens a screen with a result has the parameter “result”, which accepts the result, and no other screen has it.',
  },
  on: {
    screens({ screens, contract }, report) {
      const returning = new Set(
        screens.flatMap(({ screen, route }) => (screen && resultsOf(screen, contract).length > 0 ? [route] : [])),
      )
      for (const { screen, file, route } of screens) {
        if (!screen?.params[RESULT]) continue
        const opened = exitsOfScreen(screen, contract).some(({ to }) => to !== null && returning.has(to))
        if (!opened && !isGiven(route, screens, contract)) report(neverGiven(), file, `params/${RESULT}`)
      }
      for (const { screen, file, route } of screens) {
        const [first, ...others] = screen ? resultsOf(screen, contract) : []
        if (!first) continue
        const openers = screens.filter(
          (screen) => screen.screen && exitsOfScreen(screen.screen, contract).some(({ to }) => to === route),
        )
        const targets = openers.flatMap((opener) => {
          const param = opener.screen?.params[RESULT]
          return param ? [{ file: opener.file, param }] : []
        })
        if (openers.length > 0 && targets.length === 0) report(lost(openers[0]?.file ?? ''), file, first.at)
        else
          for (const opener of openers)
            if (opener.screen && !opener.screen.params[RESULT])
              for (const { to, at } of exitsOfScreen(opener.screen, contract))
                if (to === route) report(notTaken(file), opener.file, at)
        for (const target of targets) {
          const returned = mismatchOf(target.param, [first, ...others])
          if (returned !== undefined) report(notAccepted(file, returned), target.file, `params/${RESULT}`)
        }
      }
    },
  },
}
export default rule

const lost = (opener: string): Report => ({
  code: 'lost',
  params: { limit: RESULT, opener },
})

const notTaken = (file: string): Report => ({
  code: 'notTaken',
  params: { file, limit: RESULT },
})

const neverGiven = (): Report => ({
  code: 'neverGiven',
  params: { limit: RESULT },
})

const notAccepted = (file: string, returned: string): Report => ({
  code: 'notAccepted',
  params: { file, returned },
})

/** The parameter of the previous screen that gets the result. */
const RESULT = 'result'

interface Result {
  at: string
  /** The value, where it is a literal. */
  literal: string | undefined
}

/** Result that the parameter does not accept; undefined if it accepts every result. */
function mismatchOf({ type, enum: among }: ParamDef, results: readonly Result[]): string | undefined {
  if (type !== 'string') return 'a text'
  const odd = among && results.find(({ literal }) => literal === undefined || !among.includes(literal))
  return odd && (odd.literal === undefined ? 'any text' : `"${odd.literal}"`)
}

/** Whether a navigation gives the parameter to the screen. */
const isGiven = (route: string, screens: readonly CheckedScreen[], contract: Vocabulary): boolean =>
  screens.some(
    ({ screen }) =>
      screen &&
      exitsOfScreen(screen, contract).some(({ to, step }) => {
        if (to !== route || !step) return false
        const argument = argumentOfKind(contract.actions.get(step.action), 'params') ?? ''
        const [json, expr] = [step.args?.[argument], step.exprs?.[argument]]
        return isOperation(expr) && expr[0] === 'map'
          ? entriesOf(expr).some(([name]) => name === RESULT)
          : typeof json === 'object' && json !== null && Object.hasOwn(json, RESULT)
      }),
  )

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
