import type { Unbranded } from '../../core/units.ts'
import type { OperatorServer } from '../../generated/operator.ts'
import { certify } from './withdrawals.ts'
import type { Person, World } from './testServer.ts'

/** Does something while the operator's settings of a product, or of trading as a whole, are others. */
export async function configured<Room extends keyof OperatorServer, Result>(world: World, room: Room, settings: Partial<Unbranded<OperatorServer[Room]>>, work: () => Promise<Result>): Promise<Result> {
  const before = world.context.operator
  world.context.operator = { ...before, server: { ...before.server, [room]: { ...(before.server[room] as object), ...(settings as object) } } }
  try {
    return await work()
  } finally {
    world.context.operator = before
  }
}

export const activate = (world: World, { token }: Person, symbol: string, product: 'spot' | 'seconds' | 'leveraged') => world.call('trade/activate', { symbol, product }, { token })

/** Moves the clock on until the market of a symbol is open. */
export async function untilOpen(world: World, symbol: string): Promise<void> {
  const { market, clock } = world.context
  const opens = market.nextOpen(symbol, clock.nowMs())
  if (opens === null) throw new Error(`Nothing is traded as ${symbol}`)
  await world.clock.advance((opens - clock.nowMs()) / 1000)
}

/** Somebody with a verified name. */
export async function trader(world: World): Promise<Person> {
  const person = await world.person()
  await certify(world, person)
  return person
}
