import { as } from './security.ts'
import type { Person, Reply, TestServer } from '../testServer.ts'

/** Asks for a limit of deposits in 24 hours; `more` overrides fields. */
export const limit = (
  server: TestServer,
  person: Person,
  more: Record<string, unknown> = {},
): Promise<Reply<'safe/limit_set'>> =>
  server.call('safe/limit_set', { kind: 'deposit', period: 'day', maximum: '100', ...more }, as(person))

/** A user with a limit of 100 USDT for deposits in 24 hours. */
export async function limited(server: TestServer): Promise<Person> {
  const person = await server.person()
  const { code } = await limit(server, person)
  if (code !== 'set') throw new Error(`No limit: ${code}`)
  return person
}
