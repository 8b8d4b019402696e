import type { CallId } from '../../../../src/generated/calls.ts'
import { as } from './security.ts'
import { setUserFields } from './withdrawals.ts'
import type { Person, Reply, TestServer } from '../testServer.ts'

/** The right answers to the present risk test. */
export function rightAnswers({ context: { content } }: TestServer) {
  const { version, questions } = content.riskTest
  return { version, answers: questions('en').map(({ id, right }) => ({ question: id, option: right })) }
}

/** Answers to the present risk test, the first of them wrong. */
export function wrongAnswers(server: TestServer) {
  const { version, answers } = rightAnswers(server)
  const [first] = server.context.content.riskTest.questions('en')
  const option = first?.options.find(({ id }) => id !== first.right)?.id
  return { version, answers: answers.map((answer, at) => (at === 0 ? { ...answer, option } : answer)) }
}

/** Sends answers to the risk test. */
export const answer = (
  server: TestServer,
  person: Person,
  payload: Record<string, unknown> = rightAnswers(server),
): Promise<Reply<'user/risk_test_submit'>> => server.call('user/risk_test_submit', payload, as(person))

/** Ways to the refusals of a call that needs the risk test; `begin` returns a user who lacks nothing else. */
export function riskTestErrors<C extends CallId>(
  begin: (server: TestServer) => Promise<Person>,
  send: (server: TestServer, person: Person, more?: Record<string, unknown>) => Promise<Reply<C>>,
) {
  const untested = async (server: TestServer, more: Record<string, unknown> = {}) => {
    const person = await begin(server)
    await setUserFields(server, person, { risk_test: null })
    return await send(server, person, more)
  }
  return {
    riskTestRequired: (server: TestServer) => untested(server),
    riskTestChanged: (server: TestServer) =>
      untested(server, { riskTest: { ...rightAnswers(server), version: '2020-01-01' } }),
    riskTestFailed: (server: TestServer) => untested(server, { riskTest: wrongAnswers(server) }),
  }
}
