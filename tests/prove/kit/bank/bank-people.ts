import { createClock } from '../../../../src/server/kit/clock.ts'
import { setPayPassword } from '../../../support/server/flows/security.ts'
import { withdrawer, type Withdrawer } from '../../../support/server/flows/withdrawals.ts'
import { createTestServer } from '../../../support/server/testServer.ts'

export interface Customer extends Withdrawer {
  user: string
}

/** Adds users with permission for every posting to the database of a server that is not started yet. */
export async function enrol(database: string, count: number): Promise<Customer[]> {
  const server = await createTestServer({ database, clock: createClock() })
  try {
    const people: Customer[] = []
    while (people.length < count) {
      const person = await withdrawer(server)
      const { code, type } = await setPayPassword(server, person)
      if (type !== 'ok') throw new Error(`No payment password: ${code}`)
      people.push({ ...person, user: (await server.call('user/info', {}, { token: person.token })).data.id })
    }
    return people
  } finally {
    await server.close()
  }
}
