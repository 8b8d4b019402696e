import type { Handlers } from '../../../handler.ts'
import { receiptsPage } from './read.ts'

export const calls = {
  'receipt/list': async (input, { user, context }) => await receiptsPage(context, user.id, input),
} satisfies Partial<Handlers>
