import { createClock } from '../../../src/server/clock.ts'
import { setPayPassword } from '../../../src/server/testing/security.ts'
import { withdrawer, type Withdrawer } from '../../../src/server/testing/withdrawals.ts'
import { createWorld } from '../../../src/server/testing/testServer.ts'

export interface Customer extends Withdrawer {
  user: string
}

/** Puts people whom nothing keeps from any posting into the database that a server is going to be started on. */
export async function enrol(database: string, count: number): Promise<Customer[]> {
  const world = await createWorld({ database, clock: createClock() })
  try {
    const people: Customer[] = []
    while (people.length < count) {
      const person = await withdrawer(world)
      const { code, type } = await setPayPassword(world, person)
      if (type !== 'ok') throw new Error(`No payment password: ${code}`)
      people.push({ ...person, user: (await world.call('user/info', {}, { token: person.token })).data.id })
    }
    return people
  } finally {
    await world.close()
  }
}
