import { documentNumber, verify } from '../../../../e2e/kit/accessRules.ts'
import { registerUser } from '../../../../e2e/kit/flows/user.ts'
import { en } from '../../../../e2e/kit/texts.ts'
import { button, buttonLike, field, type App } from '../app.ts'
import type { Flow } from '../flow.ts'

async function choose(app: App, key: string, item: string): Promise<void> {
  await app.press(buttonLike(en(key)))
  await app.press({ role: 'radio', name: item })
  await app.noOverlay()
}

export default {
  about: 'a form with errors: an empty verification, and two refused ones',
  async run(app) {
    const { request } = app.site
    const [first, second] = [await registerUser(request), await registerUser(request)]
    const number = documentNumber()
    await verify(request, first.token, number)
    await app.start('/pages/user/primaryAuth', { token: second.token })
    const send = button(en('identity.submit'))
    await app.press(send)
    await app.sees(en('form.required'))
    await app.enter(field(en('field.firstName')), 'Anna')
    await app.enter(field(en('field.lastName')), 'Keller')
    await choose(app, 'field.documentCountry', 'Portugal')
    await choose(app, 'field.documentType', en('document.passport'))
    await app.enter(field(en('field.documentNumber')), 'ABCDEF')
    await app.press(send)
    await app.sees(en('error.documentNumberInvalid'))
    await app.enter(field(en('field.documentNumber')), number)
    await app.press(send)
    await app.sees(en('error.idNumberVerified'))
  },
} satisfies Flow
