import type { Expr, Screen, Step } from '../../../src/engine/language/expressions/program.ts'
import { textsOfConfirmation } from './confirmedTexts.ts'
import type { Vocabulary } from '../contract/contract.ts'
import { walkScreen, type Surroundings } from './walk.ts'
import { writtenOut } from './writtenOut.ts'

/** A step that asks the user for confirmation. */
export interface Confirmation {
  step: Step
  surroundings: Surroundings
  /** The texts that the user reads, with their paths in the step; names are written out. */
  texts: readonly (readonly [path: string, text: Expr])[]
}

/** Visits every confirmation of a screen. */
export function walkConfirmations(
  screen: Screen,
  { actions }: Pick<Vocabulary, 'actions'>,
  visit: (confirmation: Confirmation) => void,
): void {
  walkScreen(screen, {
    actions,
    step(step, surroundings) {
      const action = actions.get(step.action)
      if (!action?.confirms) return
      const texts = textsOfConfirmation(action, step.exprs ?? {})
      visit({ step, surroundings, texts: texts.map(([path, text]) => [path, writtenOut(text, surroundings)] as const) })
    },
  })
}
