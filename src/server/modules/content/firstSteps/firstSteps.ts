import type { Kysely } from 'kysely'
import type { Calls } from '../../../../generated/calls.ts'
import { identityStatuses, positionIn, statusIndex } from '../../../../product/domain/status.ts'
import type { Tables } from '../../../db.ts'
import type { UserRow } from '../../identity/tables.ts'
import { hasPasskey } from '../../identity/passkeys/passkeys.ts'
import { hasTwoFactor } from '../../identity/security/twoFactor.ts'

type FirstStep = Calls['user/first_steps']['data']['steps'][number]
type State = FirstStep['state']

const IN_REVIEW = positionIn(identityStatuses, 'inReview')
const CERTIFIED = positionIn(identityStatuses, 'certified')
const CREDITED = BigInt(statusIndex('deposit', 'success'))
const FAILED = BigInt(statusIndex('deposit', 'failure'))

const doneIf = (done: boolean): State => (done ? 'done' : 'open')

/** Whether a user has registered with a name or a wallet address, which receive no code. */
const isNamed = ({ account, phone, email }: UserRow): boolean => account !== phone && account !== email

function verification(identity: number): State {
  if (identity === CERTIFIED) return 'done'
  return identity === IN_REVIEW ? 'waiting' : 'open'
}

async function funding(db: Kysely<Tables>, userId: string): Promise<State> {
  const rows = await db
    .selectFrom('deposits')
    .select('status')
    .distinct()
    .where('user_id', '=', userId)
    .where('mode', '=', 'real')
    .where('status', '<>', FAILED)
    .execute()
  if (rows.some(({ status }) => status === CREDITED)) return 'done'
  return rows.length > 0 ? 'waiting' : 'open'
}

/** Whether a user has traded with the demo account: an order of any kind. */
async function hasPractised(db: Kysely<Tables>, userId: string): Promise<boolean> {
  for (const table of ['spot_orders', 'seconds_orders', 'lever_orders', 'lever_positions'] as const) {
    const order = await db
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', userId)
      .where('mode', '=', 'demo')
      .limit(1)
      .executeTakeFirst()
    if (order) return true
  }
  return false
}

/** The steps of a user after the registration, in their order. */
export async function firstStepsOf(db: Kysely<Tables>, user: UserRow): Promise<FirstStep[]> {
  const { id, phone, email, identity } = user
  const recover = { step: 'recover', state: doneIf(phone !== null || email !== null) } as const
  return [
    ...(isNamed(user) ? [recover] : []),
    { step: 'secure', state: doneIf((await hasTwoFactor(db, id)) || (await hasPasskey(db, id))) },
    { step: 'verify', state: verification(Number(identity)) },
    { step: 'fund', state: await funding(db, id) },
    { step: 'practise', state: doneIf(await hasPractised(db, id)) },
  ]
}
