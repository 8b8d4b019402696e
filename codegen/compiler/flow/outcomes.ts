import type { ActionDef } from '../contract/contract.ts'

/** Whether a branch runs after the call of the step has succeeded: it gets the data of the answer. */
export const isSuccess = (action: ActionDef | undefined, branch: string): boolean =>
  action?.branches[branch]?.type === 'x-call-data'

/** Whether a branch runs after the call of the step has failed. */
export const isFailure = (action: ActionDef | undefined, branch: string): boolean =>
  action?.sends !== undefined && action.branches[branch] !== undefined && !isSuccess(action, branch)
