/** Points of the credit score for each step that a user takes; together they are 100. */
export const CREDIT_POINTS = { registered: 60, primary: 20, advanced: 20 } as const

export type CreditStep = keyof typeof CREDIT_POINTS

/** Points that the score loses while a loan is overdue. */
const OVERDUE_POINTS = 50

/** Returns the points of a step, below 0 for an overdue loan; 0 for an unknown one. */
export function creditPoints(step: string): number {
  if (step === 'overdue') return -OVERDUE_POINTS
  return Object.hasOwn(CREDIT_POINTS, step) ? CREDIT_POINTS[step as CreditStep] : 0
}

/** The score of a user with these points of steps, 0 to 100. */
export const creditScoreOf = (points: number, overdue: boolean): number =>
  Math.max(0, Math.min(100, points) - (overdue ? OVERDUE_POINTS : 0))
