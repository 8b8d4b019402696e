import type { Handlers } from '../../../handler.ts'
import { refuse } from '../../../kit/errors.ts'
import { inUserTransaction } from '../../identity/userTransaction.ts'
import { answerRiskTest, isRiskTested, retryAt, riskQuestions } from './riskTest.ts'

export const calls = {
  'user/risk_test': async (_, { user, lang, context }) => ({
    version: context.content.riskTest.version,
    passed: isRiskTested(context.content, user),
    retryAt: await retryAt(context, user.id),
    questions: riskQuestions(context, lang),
  }),

  'user/risk_test_submit': (answers, { lang, ...request }) =>
    inUserTransaction(request, async (inside, user) => {
      if (user.risk_test === inside.content.riskTest.version) throw refuse('statusAbnormal')
      return await answerRiskTest(inside, user.id, answers, lang)
    }),
} satisfies Partial<Handlers>
