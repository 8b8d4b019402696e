import type { APIRequestContext } from '@playwright/test'
import { charge } from './flows/deposit.ts'
import { buy } from './flows/interest.ts'
import { activate, buySeconds, fund } from './flows/seconds.ts'
import { fix, lend } from './flows/finance.ts'
import { buy as buySpot } from './flows/spot.ts'
import type { Mode } from './flows/user.ts'
import { post, withdraw } from './flows/withdraw.ts'

/** The visitor of the screens, and the account in use. */
export interface Visitor {
  token: string
  mode: Mode
}

interface Reply {
  data?: { rows?: { id: string }[] }
}

function firstId(call: string, { data }: Reply): string {
  const id = data?.rows?.[0]?.id
  if (id === undefined) throw new Error(`${call} has no first row.`)
  return id
}

async function article(request: APIRequestContext, category: string): Promise<string> {
  return firstId(
    'news/list',
    (await (await request.post('/api/news/list', { form: { lang: 'en', category } })).json()) as Reply,
  )
}

/** Switches a user to the real or the demo account. */
export const use = (request: APIRequestContext, token: string, mode: Mode): Promise<unknown> =>
  post(request, token, 'user/switch_account', { mode })

/** Creates data with the real account if the demo account cannot. */
async function withReal(
  request: APIRequestContext,
  { token, mode }: Visitor,
  make: (request: APIRequestContext, token: string) => Promise<string>,
): Promise<string> {
  if (mode === 'real') return make(request, token)
  await use(request, token, 'real')
  const value = await make(request, token)
  await use(request, token, mode)
  return value
}

/** A value for a required parameter of a route. */
export async function sample(
  request: APIRequestContext,
  route: string,
  name: string,
  visitor: Visitor,
): Promise<string> {
  const { token, mode } = visitor
  if (name === 'symbol') return 'BTCUSDT'
  if (name === 'currency') return 'USDT'
  if (name === 'at') return '52.52000,13.40500'
  if (name === 'url') return 'https://example.com/'
  if (name === 'id' && route.startsWith('/pages/news/')) return article(request, 'news')
  if (name === 'id' && route.startsWith('/pages/help/')) return article(request, 'help')
  if (name === 'id' && route.startsWith('/pages/notification/')) {
    return firstId(
      'user/usermessage',
      (await (
        await request.get('/api/user/usermessage?lang=en', { headers: { authorization: token } })
      ).json()) as Reply,
    )
  }
  if (name === 'id' && route === '/pages/assets/topupDetail') return withReal(request, visitor, charge)
  if (name === 'id' && route === '/pages/assets/withdrawDetail') return withReal(request, visitor, withdraw)
  if (name === 'id' && route === '/pages/InterestTreasure/detail') return 'weekly'
  if (name === 'id' && route === '/pages/InterestTreasure/orderDetail') return buy(request, token, { mode })
  if (name === 'id' && route === '/pages/trade/secondsDetail') {
    await fund(request, token, '50', mode)
    await activate(request, token)
    return buySeconds(request, token, { mode })
  }
  if (name === 'id' && route === '/pages/deposit/detail') return fix(request, token, '100', mode)
  if (name === 'id' && route.startsWith('/pages/loan/')) return withReal(request, visitor, lend)
  if (name === 'product' && route === '/pages/deposit/subscribe') return 'usdt-30'
  if (name === 'id' && route === '/pages/trade/orderDetail') return buySpot(request, token, mode)
  if (name === 'kind' && route === '/pages/receipt/index') return 'spotOrder'
  if (name === 'id' && route === '/pages/receipt/index') return buySpot(request, token, mode)
  throw new Error(`${route} needs the parameter "${name}": say a value for it in tests/e2e/kit/samples.ts.`)
}
