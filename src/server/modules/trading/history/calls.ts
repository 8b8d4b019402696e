import type { Handlers } from '../../../handler.ts'
import { historyFile, historyPage } from './history.ts'
import { recordsPage } from './records.ts'

export const calls = {
  'trade/history': ({ mode, ...input }, { user, context }) => historyPage(context, user.id, mode ?? user.mode, input),

  'trade/history_csv': ({ mode, ...input }, { user, lang, context }) =>
    historyFile(context, user.id, mode ?? user.mode, lang, input),

  'trade/records': ({ mode, ...input }, { user, context }) => recordsPage(context, user.id, mode ?? user.mode, input),
} satisfies Partial<Handlers>
