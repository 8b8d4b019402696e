/** The calls that may refuse with a code that no file of a call lists. */
export type RefusedCalls = 'every' | 'withSession' | 'writing' | 'moneyMoving' | 'steppingUp' | 'paying' | 'selfLimited'

/** Codes that the framework of the server refuses with, and the calls that it may refuse so. Their texts are in schemas/errors.json. */
export const COMMON_REFUSALS: Readonly<Record<string, RefusedCalls>> = {
  sessionExpired: 'withSession',
  parameterError: 'every',
  missingParameter: 'every',
  userLocked: 'writing',
  tooManyRequests: 'every',
  idempotencyKeyInvalid: 'moneyMoving',
  idempotencyKeyReused: 'moneyMoving',
  wrongPassword: 'steppingUp',
  wrongCode: 'steppingUp',
  statusAbnormal: 'steppingUp',
  payPasswordRequired: 'paying',
  timeOutActive: 'selfLimited',
  selfExcluded: 'selfLimited',
  ownFundingDayLimit: 'selfLimited',
  ownFundingWeekLimit: 'selfLimited',
  ownFundingMonthLimit: 'selfLimited',
  ownLossDayLimit: 'selfLimited',
  ownLossWeekLimit: 'selfLimited',
  ownLossMonthLimit: 'selfLimited',
  serverError: 'every',
  notFound: 'every',
}

interface CallTraits {
  auth: boolean
  effect: string
  stepUp?: object
  selfLimit?: object
  needs?: readonly string[]
}

/** The codes of `COMMON_REFUSALS` that a call may give. A refusal for its effect needs a session too. */
export function commonRefusalsOf({ auth, effect, stepUp, selfLimit, needs }: CallTraits): string[] {
  const applies: Readonly<Record<RefusedCalls, boolean>> = {
    every: true,
    withSession: auth,
    writing: auth && (effect === 'write' || effect === 'money'),
    moneyMoving: effect === 'money',
    steppingUp: stepUp !== undefined,
    selfLimited: selfLimit !== undefined,
    paying: needs?.includes('payPassword') === true,
  }
  return Object.entries(COMMON_REFUSALS).flatMap(([code, calls]) => (applies[calls] ? [code] : []))
}
