import type { ValidatorType } from '@rjsf/utils'

/**
 * The forms of the inspector have no separate validation: the compiler's problems are shown instead, and no schema is
 * compiled in the page.
 */
export const noValidator: ValidatorType<Record<string, unknown>> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({ errors: [] }),
}
