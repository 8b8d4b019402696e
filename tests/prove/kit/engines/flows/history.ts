import { en } from '../../../../e2e/kit/texts.ts'
import { button } from '../app.ts'
import type { Flow } from '../flow.ts'

const [HOME, HELP, ARTICLE] = ['/pages/index/index', '/pages/help/index', '/pages/help/detail']

export default {
  about: 'a deep link with the way home, back and forward, and a reload in between',
  async run(app) {
    await app.start(HELP)
    await app.press(button(en('ui.back')))
    await app.at(HOME)
    await app.settle()
    // By presses: WebKit adds no entry for a location that a script changes.
    await app.press(button(en('help.title')))
    await app.at(HELP)
    await app.settle()
    await app.press({ selector: 'main li button, main [role=listitem] button' })
    await app.at(ARTICLE)
    await app.settle()
    await app.back()
    await app.stays(HELP)
    await app.back()
    await app.stays(HOME)
    await app.forward()
    await app.stays(HELP)
    await app.tab.reload()
    await app.settle()
    await app.stays(HELP)
    await app.forward()
    await app.stays(ARTICLE)
    await app.back()
    await app.stays(HELP)
    await app.back()
    await app.stays(HOME)
  },
} satisfies Flow
