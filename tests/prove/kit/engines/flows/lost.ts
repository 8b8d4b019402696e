import { registerUser } from '../../../../e2e/kit/flows/user.ts'
import { balances } from '../../../../e2e/kit/flows/transfer.ts'
import { en } from '../../../../e2e/kit/texts.ts'
import { field, type App } from '../app.ts'
import type { Flow } from '../flow.ts'

const SEND = 'wallet/transfer'
/** The number of automatic tries of the app. */
const TRIES = 3

async function send(app: App): Promise<void> {
  await app.press({ selector: 'form button', name: en('transfer.submit') })
  await app.press({ selector: 'dialog button', name: en('transfer.submit') })
}

export default {
  about: 'a transfer whose replies are lost: retried by itself, then by the user, and never executed twice',
  async run(app) {
    const { request } = app.site
    // Each engine says in its own words that a reply broke off.
    app.allow(/^console: Failed to load resource|NetworkError|network connection was lost|Load failed/)
    const { token } = await registerUser(request)
    const keys = app.site.keysOf(SEND)
    const is = async (...expected: string[]) => {
      const own = await balances(request, token)
      if (own.join() !== expected.join()) throw new Error(`The balances are ${own.join()}.`)
    }
    await app.start('/pages/assets/transfer', { token })
    app.site.loseReplies(SEND, 1)
    await app.keypad(field(en('transfer.amount')), '10')
    await send(app)
    await app.at('/pages/assets/transferOrder')
    await is('990', '10')
    if (keys.length !== 2 || new Set(keys).size !== 1) throw new Error(`Requests: ${keys.join()}.`)

    await app.go('/pages/assets/transfer')
    app.site.loseReplies(SEND, TRIES)
    await app.keypad(field(en('transfer.amount')), '20')
    await send(app)
    await app.sees(en('transfer.unsure'))
    await is('970', '30')
    await send(app)
    await app.at('/pages/assets/transferOrder')
    await is('970', '30')
    if (keys.length !== 2 + TRIES + 1 || new Set(keys).size !== 2) throw new Error(`Requests: ${keys.join()}.`)
  },
} satisfies Flow
