import { createTextOf } from '../../../../e2e/kit/texts.ts'
import type { Flow } from '../flow.ts'

export default {
  about: 'language and theme: Arabic from right to left and light at once, and after a reload',
  async run(app) {
    const ar = createTextOf('ar')
    await app.start('/pages/user/language')
    await app.press({ role: 'radio', pattern: 'العربية' })
    await app.until('Arabic', async () => (await app.call('root')).dir === 'rtl')
    await app.go('/pages/user/theme')
    await app.press({ role: 'radio', pattern: ar('theme.light') })
    const isLight = async () => {
      const { lang, dir, theme } = await app.call('root')
      return lang === 'ar' && dir === 'rtl' && theme === 'light'
    }
    await app.until('the light theme', isLight)
    await app.tab.reload()
    await app.settle()
    await app.until('Arabic and the light theme after a reload', isLight)
    await app.sees(ar('theme.light'))
  },
} satisfies Flow
