import { en } from './texts.ts'
import type { Fixture } from '../../../codegen/fixtures/fixture.ts'
import { fixturesOf } from '../../support/fixtures.ts'

/** How the screen of a form shows it: in a state of the screen, after presses of buttons. */
export interface FormState {
  fixture: Fixture
  /** The screen, where several have the form. */
  screen?: string
  /** No text that can be typed is refused. */
  acceptsAll?: true
  /** Names of the buttons and options. */
  presses?: readonly RegExp[]
}

const closing = fixturesOf('contract/index').find(({ name }) => name === 'closing')?.fixture
if (!closing?.replies) throw new Error('The fixture "closing" of contract/index has no replies.')
const contract: Fixture = closing
const { market = {} } = closing.replies
const orders = fixturesOf('contract/index').find(({ name }) => name === 'orders')?.fixture
if (!orders) throw new Error('contract/index has no fixture "orders".')
const trade = (product: string, state: Fixture['state'] = {}, kind = 'spot'): FormState => ({
  fixture: {
    user: 'verified',
    params: { symbol: 'BTCUSDT', kind },
    state,
    replies: { market, access: { data: { product, state: 'open', activated: true } } },
  },
})
const unverified: FormState = {
  fixture: {
    replies: {
      'user/getrealinfo': {
        data: {
          primary: { status: 0, reason: null, given: null },
          advanced: { status: 0, reason: null, front: null, back: null, time: null },
        },
      },
    },
  },
}
const key = {
  data: { on: false, key: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP' } },
}
const named = (key: string) => new RegExp(`^${en(key)}\\b`)
const inState = (state: Fixture['state']): FormState => ({ fixture: { state } })

const asOpened: FormState = { fixture: {} }

/** By form. A form without an entry is shown by its one screen under no condition (`tests/conformance/forms/states.test.ts`). */
export const FORM_STATES: Readonly<Record<string, FormState>> = {
  deposit: asOpened,
  emailBind: { fixture: { userFields: { email: null } } },
  emailChange: { fixture: { userFields: { email: 'ada@example.com' } } },
  fixed: { fixture: { params: { product: 'usdt-30' } } },
  flashPay: asOpened,
  flashReceive: { fixture: {}, presses: [named('flash.sideReceive')] },
  forgetEmail: { fixture: {}, presses: [named('login.email')] },
  forgetPhone: asOpened,
  historyDates: { screen: 'trade/history', fixture: {}, presses: [new RegExp(en('statement.period'))] },
  interestOrder: { fixture: { params: { id: 'weekly' } } },
  leverAmend: { screen: 'contract/index', fixture: orders, presses: [named('spot.edit')] },
  leverClose: { fixture: contract, presses: [new RegExp(`^${en('lever.close')}\\W(?!all)`)] },
  leverCloseOrder: {
    screen: 'contract/index',
    fixture: contract,
    presses: [named('lever.more'), named('closeOrder.open')],
  },
  leverMargin: { fixture: contract, presses: [new RegExp(en('lever.addMargin'))] },
  leverLimit: { fixture: contract, presses: [named('spot.kind.limit')] },
  leverMarket: { fixture: contract },
  leverStops: { screen: 'contract/index', fixture: contract, presses: [named('lever.stops')] },
  loan: asOpened,
  loginCode: inState({ asked: true }),
  loginEmail: inState({ type: 'email', slide: 'done' }),
  loginPhone: inState({ type: 'phone', slide: 'done' }),
  login: inState({ slide: 'done' }),
  mailPhrase: { fixture: { userFields: { email: 'ada@example.com' } } },
  payeeLabel: { fixture: {}, acceptsAll: true, presses: [named('bankcard.rename')] },
  priceAlertChange: {
    fixture: {
      replies: {
        market,
        alerts: {
          data: {
            rows: [
              {
                id: '1',
                symbol: 'BTCUSDT',
                base: 'BTC',
                currency: 'USDT',
                precision: 2,
                direction: 'above',
                price: '200000',
                repeat: 'once',
                time: 1_795_262_400,
                reached: null,
              },
            ],
            most: 20,
          },
        },
      },
    },
    presses: [/^BTC\/USDT At/],
  },
  payPasswordChange: asOpened,
  payPasswordReset: inState({ forgot: true }),
  payPasswordSet: { fixture: { userFields: { hasPayPassword: false } } },
  phoneBind: { fixture: { userFields: { phone: null } } },
  phoneChange: { fixture: { userFields: { phone: '+49 15112345678' } } },
  primaryAuth: unverified,
  register: asOpened,
  registerAddress: inState({ type: 'wallet' }),
  registerEmail: inState({ type: 'email' }),
  registerPhone: inState({ type: 'phone' }),
  repay: {
    fixture: {
      params: { id: 'any' },
      state: { way: 'part' },
      replies: { 'lh/loan/order': { data: { rows: [{ status: 1 }] } } },
    },
  },
  seconds: trade('seconds', {}, 'seconds'),
  selfLimit: { fixture: {}, presses: [named('limitPeriod.day')] },
  seniorAuth: unverified,
  spotAmend: { screen: 'trade/index', ...trade('spot'), presses: [named('spot.edit')] },
  spotLimit: trade('spot', { order: 'limit' }),
  spotMarket: trade('spot'),
  spotStop: trade('spot', { order: 'more' }),
  transfer: { screen: 'assets/transfer', fixture: {} },
  withdraw: { fixture: { replies: { 'wallet/out_info': { data: { ways: [{ lastPaid: 1_797_289_300 }] } } } } },
  twoFactorOff: { fixture: { userFields: { hasTwoFactor: true } } },
  twoFactorOn: { fixture: { userFields: { hasTwoFactor: false }, replies: { 'safe/google': key } } },
}
