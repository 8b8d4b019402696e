import type { Person, TestServer } from '../testServer.ts'

let numbers = 7000

/** Applies for the first level with a number that is refused. */
export async function refusedName(server: TestServer, { token }: Pick<Person, 'token'>): Promise<void> {
  const given = {
    level: 'primary',
    firstName: 'Anna',
    lastName: 'Refused',
    country: 'PT',
    documentType: 'passport',
    number: `R${++numbers}0001`,
  }
  const reply = await server.call('user/real_name', given, { token })
  if (reply.type !== 'ok') throw new Error(`The verification: ${String(reply.code)}`)
  await server.clock.advance(60)
}
