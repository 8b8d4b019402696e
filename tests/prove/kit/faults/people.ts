import { join } from 'node:path'
import { createClock } from '../../../../src/server/kit/clock.ts'
import { minor } from '../../../../src/server/kit/ledger/index.ts'
import { idOf } from '../../../support/server/flows/seconds.ts'
import { activate, trader } from '../../../support/server/flows/trading.ts'
import { createTestServer } from '../../../support/server/testServer.ts'

export interface Trader {
  user: string
  token: string
}

export const SYMBOL = 'DOGEUSDT'

/** Adds users with demo money and all trading rights to the database of a server that is not started yet. */
export async function enrol(data: string, count: number): Promise<Trader[]> {
  const server = await createTestServer({ database: join(data, 'placard.db'), clock: createClock() })
  try {
    const people: Trader[] = []
    while (people.length < count) {
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
      people.push({ user, token: person.token })
    }
    return people
  } finally {
    await server.close()
  }
}
