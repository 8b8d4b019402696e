import * as fc from 'fast-check'
import {
  AddMargin,
  AmendOrder,
  CancelCloseOrder,
  CancelOrder,
  Close,
  CloseAll,
  Order,
  PlaceCloseOrder,
  Reverse,
  SetStops,
  Withdraw,
  type Stops,
} from './leverSteps.ts'
import type { Model } from './model.ts'
import { SYMBOLS, type Symbol } from './prices.ts'
import type { Real } from './real.ts'
import { AmendSpot, CancelAllSpot, CancelSpot, Condition, Trade } from './spotSteps.ts'
import { Step, type Command } from './step.ts'
import { Bet, Cancel, Sell } from './timedSteps.ts'

export class Pass extends Step {
  constructor(readonly seconds: number) {
    super()
  }
  async both(model: Model, real: Real) {
    model.pass(this.seconds)
    await real.pass(this.seconds)
  }
  toString = () => `pass(${this.seconds} s)`
}

/** Sends the last request again with its key: the same answer, and no further effect. */
class Repeat extends Step {
  both = async (_model: Model, real: Real) => real.repeat(String(this))
  toString = () => 'repeat()'
}

/** Maximum leverage without a stop, left open for hours. */
export class Gamble extends Step {
  constructor(readonly order: Order) {
    super()
  }
  async both(model: Model, real: Real) {
    await this.order.both(model, real)
    await new Pass(14_400).both(model, real)
  }
  toString = () => `${String(this.order)}, left alone`
}

const symbol = fc.constantFrom<Symbol>(...SYMBOLS)
const coin = fc.constantFrom<Symbol>('BTCUSDT', 'DOGEUSDT')
const side = fc.constantFrom<'long' | 'short'>('long', 'short')
const nth = fc.nat({ max: 5 })
/** Hundred-thousandths of a price: near enough to be met in minutes, and on both sides of a tolerance of 0.1 % or 0.5 %. */
const near = fc.constantFrom(-120, -60, -30, -15, -8, -3, 0, 3, 8, 15, 30, 60, 120)
const drift = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.constantFrom(-600, -501, -499, -101, -99, 99, 101, 499, 501, 600) },
)
const lots = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('0.01', '0.02', '0.03', '0.05') },
  { weight: 1, arbitrary: fc.constantFrom('0', '0.005', '0.015', '0.5', '60', '200', '0.010') },
)
const leverage = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(10, 20, 50, 100) },
  { weight: 1, arbitrary: fc.constantFrom(4, 7, 13, 33, 200) },
)
const stop = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.constantFrom(3, 10, 25, 60, 150) },
  { weight: 1, arbitrary: fc.constantFrom(-20, 0) },
)
const stops: fc.Arbitrary<Stops> = fc.record({ gain: stop, loss: stop })
const quantity: fc.Arbitrary<string | number> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(50, 100, 250, 500, 1000) },
  { weight: 2, arbitrary: fc.constantFrom('0.001', '100', '0', '0.000001', '0.5', '12000000', '33') },
)

const spotSide = fc.constantFrom<'buy' | 'sell'>('buy', 'sell')
/** Hundredths of a per cent. */
const trail = fc.constantFrom(10, 10, 12, 15, 25, 50, 5, 2001)

const market = fc.constant('market' as const)
const limit = fc.constant('limit' as const)

export const commands: fc.Arbitrary<Command>[] = [
  fc
    .tuple(coin, fc.constantFrom<'buy' | 'sell'>('buy', 'buy', 'sell'), market, drift, quantity)
    .map((of) => new Trade(...of)),
  fc
    .tuple(coin, spotSide, limit, near, quantity, fc.constantFrom(null, null, 'gtc', 'ioc', 'postOnly'))
    .map((of) => new Trade(...of)),
  ...[0, 1].map(() =>
    fc
      .tuple(
        coin,
        spotSide,
        quantity,
        fc.record({
          kind: fc.constantFrom('stopLimit', 'stopMarket', 'oco', 'trailing'),
          by: near,
          limitBy: near,
          rate: trail,
        }),
      )
      .map((of) => new Condition(...of)),
  ),
  fc
    .tuple(
      nth,
      fc.constantFrom(1000, 500, 1500, 0),
      fc.record({ by: near, limitBy: near, rate: trail }),
      fc.constantFrom(false, false, false, true),
    )
    .map((of) => new AmendSpot(...of)),
  fc.tuple(nth, fc.boolean()).map((of) => new CancelSpot(...of)),
  fc.boolean().map((any) => new CancelAllSpot(any)),
  fc.tuple(symbol, side, market, drift, lots, leverage, stops).map((of) => new Order(...of)),
  fc
    .tuple(
      coin,
      side,
      market,
      fc.constant(0),
      fc.constant('0.02'),
      fc.constant(100),
      fc.constant<Stops>({ gain: null, loss: null }),
    )
    .map((of) => new Gamble(new Order(...of))),
  fc.tuple(symbol, side, limit, near, lots, leverage, stops).map((of) => new Order(...of)),
  fc
    .tuple(
      nth,
      fc.oneof(
        fc.constantFrom<(string | number)[]>(1000, 500, 300),
        fc.constantFrom<(string | number)[]>('0', '0.01', '0.005', '7'),
      ),
      fc.constantFrom(false, false, false, true),
    )
    .map((of) => new Close(...of)),
  fc.tuple(fc.option(symbol), fc.option(side)).map((of) => new CloseAll(...of)),
  fc.tuple(nth, stops).map((of) => new SetStops(...of)),
  fc
    .tuple(
      nth,
      fc.constantFrom('trigger', 'limit', 'limit', 'trailing', 'trailing'),
      near,
      trail,
      fc.constantFrom(null, null, 1000, 500, 300, 0),
    )
    .map((of) => new PlaceCloseOrder(...of)),
  fc.tuple(nth, nth).map((of) => new CancelCloseOrder(...of)),
  fc.tuple(nth, fc.constantFrom('1', '10', '25.5', '0.01', '0', '0.001', '100000')).map((of) => new AddMargin(...of)),
  fc.tuple(nth, drift).map((of) => new Reverse(...of)),
  fc.tuple(nth, near, lots).map((of) => new AmendOrder(...of)),
  nth.map((at) => new CancelOrder(at)),
  fc.constantFrom('1', '50', '0.00000001', '500.00000001').map((amount) => new Withdraw(amount)),
  ...[0, 1].map(() =>
    fc
      .tuple(
        symbol,
        side,
        fc.constantFrom(30, 60, 60, 120, 300),
        fc.constantFrom('10', '25.5', '33.33', '33.33333333', '4.99', '100', '2000.01'),
        drift,
        fc.constantFrom(false, false, false, false, true),
      )
      .map((of) => new Bet(...of)),
  ),
  fc.tuple(nth, fc.constantFrom('none', 'none', 'reached', 'missed')).map((of) => new Sell(...of)),
  fc.tuple(nth, fc.constantFrom(false, false, true)).map((of) => new Cancel(...of)),
  fc.constant(0).map(() => new Repeat()),
  ...[0, 1, 2].map(() => fc.constantFrom(1, 7, 30, 60, 61, 120, 600, 1800, 14_400).map((seconds) => new Pass(seconds))),
]
