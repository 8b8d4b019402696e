import { registerUser } from '../../../../e2e/kit/flows/user.ts'
import { en } from '../../../../e2e/kit/texts.ts'
import { button } from '../app.ts'
import type { Flow } from '../flow.ts'

const TABS: readonly (readonly [text: string, route: string])[] = [
  ['tab.market', '/pages/market/index'],
  ['tab.trade', '/pages/trade/index'],
  ['tab.contract', '/pages/contract/index'],
  ['tab.assets', '/pages/assets/index'],
  ['tab.home', '/pages/index/index'],
]

export default {
  about: 'the five tabs, each complete and with its text',
  async run(app) {
    const { token } = await registerUser(app.site.request)
    await app.start('/pages/index/index', { token })
    for (const [text, route] of TABS) {
      await app.press(button(en(text)))
      await app.at(route)
      await app.settle()
      if ((await app.call('text')).trim().length < 40) throw new Error(`${route} is almost empty.`)
    }
  },
} satisfies Flow
