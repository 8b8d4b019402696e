import { en } from '../../../../e2e/kit/texts.ts'
import type { Flow } from '../flow.ts'

const SECONDS = 20
const PRICE = { selector: 'main [data-direction]' }

export default {
  about: '20 seconds of live prices: they move all the time, and are never marked as old',
  async run(app) {
    await app.start('/pages/market/index')
    const seen = new Set<string>()
    const started = Date.now()
    let last = started
    let longest = 0
    while (Date.now() - started < SECONDS * 1000) {
      const text = await app.call('textOf', PRICE)
      if (text !== null && !seen.has(text)) {
        seen.add(text)
        longest = Math.max(longest, Date.now() - last)
        last = Date.now()
      }
      if ((await app.call('pageText')).includes(en('shell.liveStale'))) throw new Error('The prices are marked as old.')
      await new Promise((resume) => setTimeout(resume, 100))
    }
    if (seen.size < SECONDS / 2) throw new Error(`${seen.size} prices in ${SECONDS} s, ${longest} ms between two.`)
  },
} satisfies Flow
