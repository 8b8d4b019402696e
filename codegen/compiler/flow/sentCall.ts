import type { Step } from '../../../src/engine/language/expressions/program.ts'
import type { Call, Vocabulary } from '../contract/contract.ts'

/** The call of the contract that a step sends; undefined for a step that sends none. */
export const sentCall = (
  { action, args }: Pick<Step, 'action' | 'args'>,
  { actions, calls }: Pick<Vocabulary, 'actions' | 'calls'>,
): Call | undefined => calls.get(String(args?.[actions.get(action)?.sends ?? '']))
