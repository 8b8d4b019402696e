import { expect } from 'vitest'
import { as } from '../flows/security.ts'
import { answer, rightAnswers, wrongAnswers } from '../flows/riskTest.ts'
import type { Cases } from '../caseTypes.ts'

export const cases: Cases = {
  'user/risk_test': {
    async ok(server) {
      const person = await server.person()
      await answer(server, person, wrongAnswers(server))
      return await server.call('user/risk_test', {}, as(person))
    },
    inspect({ passed, retryAt, questions }) {
      expect(passed).toBe(false)
      expect(retryAt).not.toBeNull()
      expect(questions.length).toBeGreaterThan(3)
      expect(JSON.stringify(questions)).not.toContain('right')
    },
    errors: {},
  },
  'user/risk_test_submit': {
    ok: async (server) => answer(server, await server.person(), wrongAnswers(server)),
    inspect: ({ passed, wrong }) => expect([passed, wrong.length]).toEqual([false, 1]),
    errors: {
      riskTestChanged: async (server) =>
        answer(server, await server.person(), { ...rightAnswers(server), version: '2020-01-01' }),
      async riskTestFailed(server) {
        const person = await server.person()
        await answer(server, person, wrongAnswers(server))
        return await answer(server, person)
      },
      async statusAbnormal(server) {
        const person = await server.person()
        await answer(server, person)
        return await answer(server, person)
      },
      parameterError: async (server) => {
        const { version, answers } = rightAnswers(server)
        return await answer(server, await server.person(), { version, answers: answers.slice(1) })
      },
    },
  },
}
