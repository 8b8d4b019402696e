import { Gamble, Pass } from './commands.ts'
import {
  AddMargin,
  CancelOrder,
  Close,
  Order,
  PlaceCloseOrder,
  Reverse,
  SetStops,
  Withdraw,
  type Stops,
} from './leverSteps.ts'
import { AmendSpot, CancelAllSpot, CancelSpot, Condition, Trade } from './spotSteps.ts'
import type { Command } from './step.ts'
import { Bet, Cancel, Sell } from './timedSteps.ts'

/** Events that a full proof has seen at least once. */
export const REQUIRED_EVENTS = [
  'orderPlaced',
  'closed',
  'stopsSet',
  'orderCancelled',
  'orderCannotBeCancelled',
  'priceChanged',
  'marketClosed',
  'insufficientBalance',
  'insufficientAccountBalance',
  'takeProfitWrong',
  'stopLossWrong',
  'limitPriceWrong',
  'limitBelowPrice',
  'leveragedTradeInProgress',
  'spot limit: filled',
  'spot stopLimit: filled',
  'spot stopMarket: filled',
  'spot oco: filled',
  'spot trailing: filled',
  'orderChanged',
  'orderCannotBeChanged',
  'ordersCancelled',
  'limitBelowTrigger',
  'stopOnWrongSide',
  'filledAtOnce',
  'notFilledAtOnce',
  'spot market: filled',
  'closed: takeProfit',
  'closed: stopLoss',
  'closed: liquidation',
  'closed: trigger',
  'closed: trailing',
  'closed: limit',
  'closeLimitWrong',
  'marginAdded',
  'reversed',
  'triggerReached',
  'closeOrdersFull',
  'seconds: won',
  'seconds: lost',
  'seconds: sold',
  'seconds: cancelled',
  'saleNotPossible',
  'contractSold',
  'contractCancelled',
]

/** A Saturday on which only digital currencies trade, a Monday, and half an hour before the others close and open. */
export const STARTS = [
  '2026-11-21T12:00:00Z',
  '2026-11-23T14:00:00Z',
  '2026-11-27T21:30:00Z',
  '2026-11-29T21:30:00Z',
].map((time) => Date.parse(time))
const [SATURDAY = 0] = STARTS

const NONE: Stops = { gain: null, loss: null }
const open = (side: 'long' | 'short', stops = NONE): Order =>
  new Order('BTCUSDT', side, 'market', 0, '0.02', 100, stops)

export interface Beginning {
  /** Required start time; absent: at any start. */
  startMs?: number
  commands: readonly Command[]
}

/** Together they reach every required outcome at any prices. */
export const BEGINNINGS: readonly Beginning[] = [
  {
    commands: [
      new Trade('BTCUSDT', 'buy', 'market', 0, 300),
      new Trade('BTCUSDT', 'buy', 'market', -600, 300),
      new Trade('BTCUSDT', 'sell', 'limit', -120, 500),
      new Trade('DOGEUSDT', 'buy', 'limit', 30, 300),
      new Trade('DOGEUSDT', 'buy', 'limit', -600, 300),
      new CancelSpot(0, false),
      new Trade('BTCUSDT', 'buy', 'market', 0, '0.5'),
      new Withdraw('500.00000001'),
    ],
  },
  {
    commands: [
      new Order('BTCUSDT', 'long', 'limit', 30, '0.02', 100, NONE),
      new Order('BTCUSDT', 'long', 'limit', -600, '0.02', 100, NONE),
      new CancelOrder(0),
      open('long', { gain: -20, loss: null }),
      open('long', { gain: null, loss: -20 }),
      open('long'),
      new CancelOrder(0),
      new Withdraw('1'),
      new SetStops(0, { gain: 300, loss: 300 }),
      new Order('BTCUSDT', 'long', 'market', 0, '5', 10, NONE),
      new Close(0, 1000, false),
    ],
  },
  // Stops on either side of the price, of which one is executed; and each refusal of such an order.
  {
    commands: [
      new Trade('BTCUSDT', 'buy', 'market', 0, 500),
      new Condition('BTCUSDT', 'sell', 250, { kind: 'stopMarket', by: -15, limitBy: 0, rate: 25 }),
      new Condition('BTCUSDT', 'sell', 250, { kind: 'stopMarket', by: 15, limitBy: 0, rate: 25 }),
      new Condition('BTCUSDT', 'sell', 250, { kind: 'stopLimit', by: -30, limitBy: 0, rate: 25 }),
      new Condition('BTCUSDT', 'sell', 250, { kind: 'stopLimit', by: 15, limitBy: 3, rate: 25 }),
      new Condition('BTCUSDT', 'sell', 250, { kind: 'oco', by: -30, limitBy: 30, rate: 25 }),
      new Condition('BTCUSDT', 'buy', 250, { kind: 'trailing', by: 0, limitBy: 0, rate: 25 }),
      new Condition('BTCUSDT', 'sell', 500, { kind: 'trailing', by: 0, limitBy: 0, rate: 25 }),
      new Condition('BTCUSDT', 'sell', 500, { kind: 'stopLimit', by: -15, limitBy: -15, rate: 25 }),
      new Condition('BTCUSDT', 'sell', 500, { kind: 'oco', by: 15, limitBy: 30, rate: 25 }),
      new Trade('BTCUSDT', 'buy', 'limit', 15, 100, 'postOnly'),
      new Trade('BTCUSDT', 'buy', 'limit', -15, 100, 'ioc'),
      new AmendSpot(0, 500, { by: -25, limitBy: 0, rate: 25 }, false),
      new Pass(600),
      new Pass(14_400),
      new AmendSpot(0, 1000, { by: -25, limitBy: 0, rate: 25 }, true),
      new Condition('BTCUSDT', 'buy', 250, { kind: 'stopMarket', by: 3000, limitBy: 0, rate: 25 }),
      new CancelAllSpot(true),
    ],
  },
  // In either direction of the price, one of two opposite bets is won, and one of two positions ends at its stop.
  {
    commands: [
      new Bet('BTCUSDT', 'long', 60, '10', 0, false),
      new Bet('BTCUSDT', 'short', 60, '10', 0, false),
      new Pass(120),
    ],
  },
  // A bet is cancelled in its first seconds, sold in the middle and not in its last seconds; each refusal.
  {
    commands: [
      ...[0, 1, 2].map(() => new Bet('BTCUSDT', 'long', 60, '25.5', 0, false)),
      new Cancel(0, true),
      new Cancel(0, false),
      new Sell(0, 'none'),
      new Pass(7),
      new Cancel(1, false),
      new Sell(1, 'missed'),
      new Sell(1, 'reached'),
      new Pass(30),
      new Pass(7),
      new Pass(7),
      new Pass(7),
      new Sell(2, 'none'),
      new Pass(30),
    ],
  },
  {
    commands: [
      open('long', { gain: 25, loss: null }),
      open('short', { gain: 25, loss: null }),
      new Pass(14_400),
      open('long', { gain: null, loss: 25 }),
      open('short', { gain: null, loss: 25 }),
      new Pass(14_400),
    ],
  },
  // A trailing stop alone: the price turns by its rate before it liquidates.
  {
    commands: [
      open('long'),
      open('short'),
      new PlaceCloseOrder(0, 'trailing', 0, 25, null),
      new PlaceCloseOrder(1, 'trailing', 0, 25, null),
      new Pass(14_400),
    ],
  },
  // A trigger on either side, and a trailing stop that ends what is left of each position.
  {
    commands: [
      open('long'),
      open('short'),
      new PlaceCloseOrder(0, 'trigger', 0, 0, null),
      ...[0, 1].flatMap((at) => [
        new PlaceCloseOrder(at, 'trigger', 15, 0, 500),
        new PlaceCloseOrder(at, 'trigger', -15, 0, 500),
        new PlaceCloseOrder(at, 'trailing', 0, 25, null),
        new PlaceCloseOrder(at, 'trailing', 0, 50, null),
        new PlaceCloseOrder(at, 'trailing', 0, 50, null),
      ]),
      new Pass(600),
      new Pass(14_400),
    ],
  },
  // Margin moves a liquidation; a limit on either side, one that is reached at once; a reversal, and each refusal of one.
  {
    commands: [
      open('long'),
      open('short'),
      new AddMargin(0, '25.5'),
      new AddMargin(1, '0.001'),
      new AddMargin(1, '100000'),
      new PlaceCloseOrder(0, 'limit', -15, 0, null),
      ...[0, 1].flatMap((at) => [
        new PlaceCloseOrder(at, 'limit', 15, 0, 500),
        new PlaceCloseOrder(at, 'limit', -15, 0, 500),
      ]),
      new Pass(14_400),
      open('long'),
      new PlaceCloseOrder(0, 'limit', 0, 0, 500),
      new Reverse(0, -150),
      new Reverse(0, 0),
      new Reverse(0, 0),
      new Pass(600),
    ],
  },
  { commands: [new Gamble(open('long')), new Gamble(open('short')), new Pass(86_400)] },
  { startMs: SATURDAY, commands: [new Order('XAUUSD', 'long', 'market', 0, '0.02', 100, NONE)] },
]
