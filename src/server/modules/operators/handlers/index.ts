import type { OperatorHandlers } from '../handler.ts'
import { handlers as audit } from './audit.ts'
import { handlers as corrections } from './corrections.ts'
import { handlers as operators } from './operators.ts'
import { handlers as reviews } from './reviews.ts'
import { handlers as session } from './session.ts'
import { handlers as settings } from './settings.ts'
import { handlers as users } from './users.ts'

/** The handler of every call of the operators' contract. */
export const operatorHandlers: OperatorHandlers = {
  ...audit,
  ...corrections,
  ...operators,
  ...reviews,
  ...session,
  ...settings,
  ...users,
}
