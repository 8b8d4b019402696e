/** Points of the credit score for each step that a user takes; together they are 100. */
export const CREDIT_POINTS = { registered: 60, primary: 20, advanced: 20 } as const

export type CreditStep = keyof typeof CREDIT_POINTS

/** Returns the points of a step; 0 for an unknown one. */
export const creditPoints = (step: string): number =>
  Object.hasOwn(CREDIT_POINTS, step) ? CREDIT_POINTS[step as CreditStep] : 0
