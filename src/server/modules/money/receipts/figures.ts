import { asMoney, sub, sum } from '../../../../engine/language/values/decimal.ts'
import type { Money } from '../../../../engine/language/values/units.ts'
import type { Receipt } from '../../../../generated/entities.ts'
import type { Figure } from './write.ts'

type Account = Receipt['postings'][number]['from']

/** Inputs of the figures. */
type Booked = Pick<Receipt, 'postings' | 'holds'> & {
  /** Currency of the quotes of the trade; null without one. */
  quote: string | null
  /** Currency of a figure without a posting. */
  currency: string
  /** Fee of opening what a closing closes; null for any other action. */
  opening: Money | null
}

export interface Amount {
  currency: string
  amount: Money
}

const OWN: readonly Account[] = ['coin', 'contract']

/** The sum of some lines, in the currency of the first. */
function total(lines: readonly { currency: string; amount: Money }[], currency: string): Amount {
  return { currency: lines[0]?.currency ?? currency, amount: sum([asMoney('0'), ...lines.map(({ amount }) => amount)]) }
}

const paidTo =
  (...accounts: readonly Account[]) =>
  ({ postings, currency }: Booked): Amount =>
    total(
      postings.filter(({ to }) => accounts.includes(to)),
      currency,
    )
const paidFrom =
  (...accounts: readonly Account[]) =>
  ({ postings, currency }: Booked): Amount =>
    total(
      postings.filter(({ from }) => accounts.includes(from)),
      currency,
    )
const holdsOf =
  (change: 'held' | 'released') =>
  ({ holds, currency }: Booked): Amount =>
    total(
      holds.filter((hold) => hold.change === change),
      currency,
    )
const less =
  (whole: (booked: Booked) => Amount, part: (booked: Booked) => Amount) =>
  (booked: Booked): Amount => {
    const { currency, amount } = whole(booked)
    return { currency, amount: sub(amount, part(booked).amount) }
  }
const received = paidTo(...OWN)
const paid = paidFrom(...OWN)

/** The value of a trade in the currency of its quotes: the payment, or what was received before the fee. */
function valueOf(booked: Booked): Amount {
  const [pay, receive] = [paid(booked), received(booked)]
  if (pay.currency === booked.quote) return pay
  return { currency: receive.currency, amount: sum([receive.amount, paidTo('fees')(booked).amount]) }
}

/** Each figure as a fold of postings, holds and the fee of opening; null where they do not determine it. */
const FOLDS: Readonly<Record<Figure, (booked: Booked) => Amount | null>> = {
  pay: paid,
  receive: received,
  value: valueOf,
  fee: paidTo('fees'),
  cost: paidTo('fees'),
  net: less(received, paid),
  amount: (booked) => (booked.postings[0] ? total(booked.postings.slice(0, 1), booked.currency) : null),
  profit: less(paidFrom('trading'), paidTo('trading')),
  opening: ({ opening, currency }) => (opening === null ? null : { currency, amount: opening }),
  winnings: (booked) => (booked.postings.some(({ from }) => from === 'trading') ? paidFrom('trading')(booked) : null),
  margin: holdsOf('held'),
  held: holdsOf('held'),
  released: holdsOf('released'),
  back: less(holdsOf('released'), paid),
  daily: paidFrom('interest'),
  interest: paidTo('interest'),
  principal: paidTo('loans'),
  forfeited: paidTo('interest'),
}

type Action = Receipt['action']

/** The figures of each action of a kind of record; an action that is missing has the amounts of its holds only. */
const FIGURES: Readonly<Record<Receipt['kind'], Partial<Record<Action, readonly Figure[]>>>> = {
  spotOrder: { executed: ['value', 'pay', 'receive', 'fee'] },
  leverOrder: { executed: ['margin', 'fee'] },
  leverDeal: { closed: ['profit', 'opening', 'fee', 'net'] },
  secondsOrder: { settled: ['winnings', 'fee', 'net'], closed: ['receive', 'fee', 'net'], cancelled: ['fee', 'net'] },
  exchange: { executed: ['pay', 'receive', 'fee'] },
  transfer: { executed: ['amount'] },
  refill: {},
  deposit: { paid: ['receive'] },
  withdrawal: { paid: ['net', 'fee'] },
  interestOrder: { interest: ['daily'], completed: ['daily', 'released'], redeemed: ['cost', 'forfeited', 'back'] },
  fixedOrder: { interest: ['daily'], completed: ['daily', 'released'], redeemed: ['cost', 'back'] },
  loan: { paid: ['amount', 'fee', 'net'], repaid: ['pay', 'interest', 'principal'] },
}

/** Figures of a kind of record that differ from the others: the net amount of a withdrawal goes to the outside, that of a closing has the fee of opening taken off; a fixed-time contract that is tied charges no fee. */
const OWN_FOLDS: Partial<Record<Receipt['kind'], Partial<typeof FOLDS>>> = {
  withdrawal: { net: paidTo('withdrawals') },
  leverDeal: {
    net: less(less(received, paid), ({ opening, currency }) => ({ currency, amount: opening ?? asMoney('0') })),
  },
  secondsOrder: { fee: (booked) => (booked.postings.length === 0 ? null : paidTo('fees')(booked)) },
}

/** The figures that an action determines, as booked. */
export function bookedFigures(kind: Receipt['kind'], action: Action, booked: Booked): (Amount & { figure: Figure })[] {
  const listed = FIGURES[kind][action]
  const figures = listed ?? (['held', 'released'] as const).filter((change) => holdsOf(change)(booked).amount !== '0')
  return figures.flatMap((figure) => {
    const amount = (OWN_FOLDS[kind]?.[figure] ?? FOLDS[figure])(booked)
    return amount ? [{ figure, ...amount }] : []
  })
}
