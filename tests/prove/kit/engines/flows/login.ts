import { registerUser } from '../../../../e2e/kit/flows/user.ts'
import { en } from '../../../../e2e/kit/texts.ts'
import { button, field } from '../app.ts'
import type { Flow } from '../flow.ts'

export default {
  about: 'log in by the slide, after a refused password',
  isShort: true,
  async run(app) {
    const { account, password } = await registerUser(app.site.request)
    await app.start('/pages/login/index')
    await app.enter(field(en('field.account')), account)
    const secret = { selector: 'input[type=password]' }
    await app.enter(secret, 'not-this-one')
    await slide()
    await app.press(button(en('login.submit')))
    await app.sees(en('error.wrongPassword'))
    await app.enter(secret, password)
    await slide()
    await app.press(button(en('login.submit')))
    await app.at('/pages/index/index')
    if (await app.call('count', button(en('login.submit')))) throw new Error('The login form is still visible.')

    async function slide(): Promise<void> {
      const { x, y, width } = await app.spot({ role: 'slider', name: en('login.slide'), parent: true })
      await app.tab.drag({ x: x - width / 2 + 24, y }, { x: x + width / 2 - 2, y })
      await app.until(
        'an enabled button',
        async () => (await app.call('isDisabled', button(en('login.submit')))) === false,
      )
    }
  },
} satisfies Flow
