import type { Transaction } from 'kysely'
import type { ServerContext } from '../../context.ts'
import type { Tables } from '../../db.ts'
import { CERTIFIED, documentKey, setStatus, type PrimaryIdentityInput } from './verification/apply.ts'
import { addMessage } from './messages.ts'
import { hashPassword } from './passwords.ts'
import { newId } from '../../kit/random.ts'
import { createUser } from './users.ts'
import { inTransaction } from '../../kit/storage/transaction.ts'

export const DEMO = {
  account: 'demo',
  password: 'demo1234',
  inviteCode: 'WELCOME1',
  phone: '+44 7400123456',
  email: 'demo@example.com',
} as const

/** Verified from the start, so that every product can be tried at once. */
const DOCUMENT: PrimaryIdentityInput = {
  firstName: 'Dana',
  lastName: 'Moore',
  country: 'GB',
  documentType: 'passport',
  number: '990000155',
}

/** Templates and their age in hours. */
const MESSAGES: [string, number][] = [
  ['demoFunded', 0],
  ['sandbox', 3],
  ['watchlist', 9],
  ['firstTrade', 26],
  ['languages', 50],
  ['maintenance', 74],
]

/** Creates the demo user and its invited users unless they exist. */
export async function seedUsers(context: ServerContext): Promise<void> {
  const { db, clock, operator, options } = context
  const known = await db.selectFrom('users').select('id').where('account', '=', DEMO.account).executeTakeFirst()
  if (known) return
  const password = await hashPassword(DEMO.password, options.passwordCost)
  const shared = { password, country: 'GB', lang: 'en', terms: operator.app.termsVersion }
  await inTransaction(db, ['seed'], async (trx) => {
    // Another process may have been faster.
    if (await trx.selectFrom('users').select('id').where('account', '=', DEMO.account).executeTakeFirst()) return
    const demo = await createUser(context, trx, {
      ...shared,
      account: DEMO.account,
      phone: DEMO.phone,
      email: DEMO.email,
      referrerId: null,
      inviteCode: DEMO.inviteCode,
    })
    await certify(trx, demo, clock.now(), context.content.riskTest.version)
    await trx.updateTable('users').set({ first_steps_dismissed: clock.now() }).where('id', '=', demo).execute()
    for (const account of ['annika', 'tomas_r', 'mei_lin'])
      await createUser(context, trx, { ...shared, account, referrerId: demo })
    for (const [template, hours] of MESSAGES) await addMessage(trx, demo, template, {}, clock.now() - hours * 3600)
  })
}

/** Certifies a user, who has passed the risk test too. */
async function certify(trx: Transaction<Tables>, userId: string, now: number, riskTest: string): Promise<void> {
  await trx
    .insertInto('verifications')
    .values({
      id: newId(),
      user_id: userId,
      level: 'primary',
      status: CERTIFIED,
      reason: null,
      given: JSON.stringify(DOCUMENT),
      document: documentKey(DOCUMENT),
      created: now,
      due: now,
    })
    .execute()
  await setStatus(trx, userId, 'primary', CERTIFIED)
  await trx.updateTable('users').set({ risk_test: riskTest }).where('id', '=', userId).execute()
}
