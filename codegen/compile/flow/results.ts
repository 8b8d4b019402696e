import type { ParamDef, Screen } from '../../../src/core/program.ts'
import type { Contract } from '../contract.ts'
import type { CheckedScreen } from '../screen.ts'
import { exitsOfScreen } from './exits.ts'
import type { FlowReporter } from './flowReporter.ts'
import { walkScreen } from './walk.ts'
import unreadResult from '../../check/rules/unread-result.ts'

/** The parameter of the previous screen that gets the result. */
const RESULT = 'result'

interface Result {
  at: string
  /** The value, where it is a literal. */
  literal: string | undefined
}

/** Checks that a result is a parameter of a screen that opens the returning screen, and that the parameter accepts it. */
export function checkResults(screens: readonly CheckedScreen[], contract: Contract, reporter: FlowReporter): void {
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
    if (openers.length > 0 && targets.length === 0)
      reporter.report(
        unreadResult,
        file,
        first.at,
        `No screen that opens this one has the parameter "${RESULT}", so the result is lost.`,
        `Declare "${RESULT}": {"type": "string"} in "params" of ${openers[0]?.file ?? ''}.`,
      )
    for (const target of targets) {
      const why = mismatchOf(target.param, [first, ...others])
      if (why !== undefined)
        reporter.report(
          unreadResult,
          target.file,
          `params/${RESULT}`,
          `${file} returns ${why}, which this parameter does not accept.`,
          'Write {"type": "string"}, and compare the value where it is read.',
        )
    }
  }
}

/** What the parameter does not accept; undefined if it accepts every result. */
function mismatchOf({ type, enum: among }: ParamDef, results: readonly Result[]): string | undefined {
  if (type !== 'string') return 'a text'
  const odd = among && results.find(({ literal }) => literal === undefined || !among.includes(literal))
  return odd && (odd.literal === undefined ? 'any text' : `"${odd.literal}"`)
}

function resultsOf(screen: Screen, contract: Contract): Result[] {
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
}
