import type { Person, TestServer } from '../testServer.ts'

/** A user whose real account has nothing. */
export async function emptied(server: TestServer, more?: Record<string, unknown>): Promise<Person> {
  const person = await server.person(more)
  await empty(server, person)
  return person
}

/** Takes all that is available in the real account of a user. */
export async function empty(server: TestServer, { token }: Person): Promise<void> {
  const { id: owner } = (await server.call('user/info', {}, { token })).data
  const { ledger } = server.context
  const balances = (await ledger.balances(owner, 'real')).filter(({ available }) => available > 0n)
  for (const { kind, currency, available } of balances)
    await ledger.post({
      mode: 'real',
      reason: 'test',
      entries: [{ from: { owner, kind }, to: 'opening', currency, amount: available }],
    })
}
