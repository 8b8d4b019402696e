import { addSeconds, asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { UnixSeconds } from '../../../../engine/language/values/units.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { Calls } from '../../../../generated/calls.ts'
import type { CallFacts } from '../../../../generated/contract.ts'
import type { RiskAnswer, RiskAnswers, RiskQuestion } from '../../../../generated/entities.ts'
import type { CallRequest } from '../../../handler.ts'
import type { OperatorConfig } from '../../../config.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { newId } from '../../../kit/random.ts'
import type { UserRow } from '../../identity/tables.ts'
import { inUserTransaction } from '../../identity/userTransaction.ts'

type Context = Pick<ServerContext, 'db' | 'clock' | 'content' | 'operator'>
type Result = Calls['user/risk_test_submit']['data']

/** After wrong answers the next ones wait for this time: that of the operator, else an hour, in the sandbox half a minute. */
export const retrySeconds = ({ server, app }: OperatorConfig): number =>
  server.riskTestSeconds ?? (app.sandbox ? 30 : 3600)

/** Whether a user has passed the present version of the test, or needs none: the demo account loses no money. */
export const isRiskTested = (content: ServerContext['content'], user: Pick<UserRow, 'mode' | 'risk_test'>): boolean =>
  user.mode === 'demo' || user.risk_test === content.riskTest.version

/** The questions in a language, without the right options. */
export const riskQuestions = ({ content }: Pick<Context, 'content'>, lang: string): RiskQuestion[] =>
  content.riskTest.questions(lang).map(({ id, text, options }) => ({ id, text, options }))

/** Until when answers are refused; null: they are accepted. */
export async function retryAt({ db, clock, operator }: Context, userId: string): Promise<UnixSeconds | null> {
  const last = await db
    .selectFrom('risk_tests')
    .select(['passed', 'created'])
    .where('user_id', '=', userId)
    .orderBy('created', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || last.passed === 1n) return null
  const until = addSeconds(asUnixSeconds(last.created), retrySeconds(operator))
  return until > clock.now() ? until : null
}

/**
 * Checks answers and stores them, in a transaction of the user. Throws `riskTestChanged` for another version, `riskTestFailed` before the
 * time of the next try, `parameterError` unless each question has one answer.
 */
export async function answerRiskTest(
  context: Context,
  userId: string,
  { version, answers }: { version: string; answers: readonly RiskAnswer[] },
  lang: string,
): Promise<Result> {
  const { db, clock, content, operator } = context
  if (version !== content.riskTest.version) throw refuse('riskTestChanged')
  const until = await retryAt(context, userId)
  if (until !== null) throw refuse('riskTestFailed', { until })
  const questions = content.riskTest.questions(lang)
  const chosen = new Map(answers.map(({ question, option }) => [question, option]))
  if (chosen.size !== answers.length || questions.some(({ id }) => !chosen.has(id)) || chosen.size !== questions.length)
    throw refuse('parameterError', { field: 'answers' })
  const wrong = questions.filter(({ id, right }) => chosen.get(id) !== right)
  const passed = wrong.length === 0
  const now = clock.now()
  await db
    .insertInto('risk_tests')
    .values({
      id: newId(),
      user_id: userId,
      version,
      answers: JSON.stringify(Object.fromEntries(chosen)),
      passed: passed ? 1 : 0,
      created: now,
    })
    .execute()
  if (passed) await db.updateTable('users').set({ risk_test: version }).where('id', '=', userId).execute()
  return {
    passed,
    retryAt: passed ? null : addSeconds(now, retrySeconds(operator)),
    wrong: wrong.map(({ id, why }) => ({ question: id, why })),
  }
}

/** Checks the answers that a call contains, and stores them also if the call is refused then. Throws `riskTestFailed` for wrong ones. */
export async function passRiskTest(
  request: Pick<CallRequest<UserRow>, 'context' | 'user' | 'token'>,
  answers: NonNullable<RiskAnswers>,
  lang: string,
): Promise<void> {
  const { retryAt: until } = await inUserTransaction(request, (inside, { id }) =>
    answerRiskTest(inside, id, answers, lang),
  )
  if (until !== null) throw refuse('riskTestFailed', { until })
}

const CERTIFIED = BigInt(statusIndex('identity', 'certified'))

/**
 * Throws `riskTestRequired` with the questions if a call needs the risk test and the user has not passed its present version. Its handler
 * refuses an unverified user, who is asked for the verification first.
 */
export function requireRiskTest(
  context: Pick<Context, 'content'>,
  { needs }: CallFacts,
  user: UserRow,
  lang: string,
): void {
  if (!needs.includes('riskTest') || user.identity !== CERTIFIED || isRiskTested(context.content, user)) return
  throw refuse('riskTestRequired', {
    version: context.content.riskTest.version,
    questions: riskQuestions(context, lang),
  })
}
