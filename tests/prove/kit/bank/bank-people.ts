import { createClock } from '../../../../src/server/kit/clock.ts'
import { minor } from '../../../../src/server/kit/ledger/index.ts'
import { idOf } from '../../../support/server/flows/seconds.ts'
import { activate, trader } from '../../../support/server/flows/trading.ts'
import { setPayPassword } from '../../../support/server/flows/security.ts'
import { withdrawer, type Withdrawer } from '../../../support/server/flows/withdrawals.ts'
import { createTestServer, type TestServer } from '../../../support/server/testServer.ts'

export interface Customer extends Withdrawer {
  user: string
}

/** The instrument of the traders. */
export const SYMBOL = 'DOGEUSDT'

async function customer(server: TestServer): Promise<Customer> {
  const person = await withdrawer(server)
  const { code, type } = await setPayPassword(server, person)
  if (type !== 'ok') throw new Error(`No payment password: ${code}`)
  return { ...person, user: await idOf(server, person) }
}

/** A user with demo money on both accounts and all trading rights. */
async function demoTrader(server: TestServer): Promise<Customer> {
  const person = await trader(server)
  const user = await idOf(server, person)
  await server.call('user/switch_account', { mode: 'demo' }, { token: person.token })
  const half = {
    from: { owner: user, kind: 'coin' },
    to: { owner: user, kind: 'contract' },
    currency: 'USDT',
    amount: minor('50000', 'USDT'),
  } as const
  await server.context.ledger.post({ mode: 'demo', reason: 'test', entries: [half] })
  for (const product of ['spot', 'seconds', 'leveraged'] as const) await activate(server, person, SYMBOL, product)
  return { ...person, user, payee: '' }
}

const KINDS = { customer, trader: demoTrader }

/** Adds users with permission for every posting, or for every order, to the database of a server that is not started yet. */
export async function enrol(
  database: string,
  count: number,
  kind: keyof typeof KINDS = 'customer',
): Promise<Customer[]> {
  const server = await createTestServer({ database, clock: createClock() })
  try {
    const people: Customer[] = []
    while (people.length < count) people.push(await KINDS[kind](server))
    return people
  } finally {
    await server.close()
  }
}
