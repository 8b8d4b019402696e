import { AskQuote, Deal, Exchange, Practise, Refill, Transfer } from './commands.ts'
import { Cancel, Pay, Withdraw } from './funding.ts'
import type { Command } from './step.ts'

/** Events that a full proof has seen at least once. */
export const REQUIRED_EVENTS = [
  'transferred',
  'exchanged',
  'refilled',
  'submittedForReview',
  'withdrawalRequested',
  'withdrawalPending',
  'cancelled',
  'orderCannotBeCancelled',
  'quoteExpired',
  'tradeStatusAbnormal',
  'insufficientBalance',
  'refillTooEarly',
  'amountError',
  'statusAbnormal',
]

const quote = new AskQuote(0, 'USDT', 'BTC', 'pay', { text: '100' })

/** Together they reach every required event. The first person uses the real account, the second the demo account. */
export const BEGINNINGS: readonly (readonly Command[])[] = [
  [
    new Transfer(0, 'coin', 'USDT', { share: 100 }),
    new Transfer(0, 'coin', 'USDT', { text: '50000' }),
    new Transfer(0, 'coin', 'USDT', { text: '0' }),
  ],
  [new Deal(quote, 0), new Exchange(0, 0, false), new Deal(quote, 10)],
  [new Practise(1), new Practise(1), new Refill(0)],
  [
    new Withdraw(0, 'USDT', { text: '20' }),
    new Withdraw(0, 'USDT', { text: '20' }),
    new Cancel(0, 0),
    new Cancel(0, 0),
    new Pay(0, 'USDT', '250.5'),
  ],
]
