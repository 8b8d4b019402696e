import { expect, it } from 'vitest'
import { DEFAULT_CONFIG } from '../../../config.ts'
import { createManualClock } from '../../../../../tests/support/server/manualClock.ts'
import { createMarket } from './index.ts'
import { currencyNameOf, inLanguage } from './names.ts'

const market = createMarket({ clock: createManualClock(1_795_262_400_000), seed: 1, tickRate: 0 })
const names = (lang: string) =>
  Object.fromEntries(inLanguage(market.instruments(), lang).map(({ symbol, name }) => [symbol, name]))

it('localizes instrument names', () => {
  expect(names('en')).toMatchObject({ EURUSD: 'Euro / US Dollar', XAUUSD: 'Gold', BTCUSDT: 'Bitcoin' })
  expect(names('zh-Hans')).toMatchObject({ EURUSD: '欧元 / 美元', XAUUSD: '黄金', XAGUSD: '白银' })
  expect(names('de')).toMatchObject({ XAUUSD: 'Gold', XPDUSD: 'Palladium' })
  expect(names('fr')).toMatchObject({ XAUUSD: 'Or' })
  expect(names('ar')['XAUUSD']).toMatch(/[\u0600-\u06ff]/)
})

it('has a name for each instrument in each language, and no code as a name', () => {
  for (const lang of DEFAULT_CONFIG.app.languages) {
    for (const { symbol, base, name } of inLanguage(market.instruments(), lang)) {
      if (base !== 'BNB' && base !== 'XRP') expect(name, `${symbol} ${lang}`).not.toContain(base)
    }
  }
})

it('uses the common names of coins', () => {
  expect([
    names('ja')['BTCUSDT'],
    names('ko')['ETHUSDT'],
    names('zh-Hant')['DOGEUSDT'],
    names('de')['BTCUSDT'],
  ]).toEqual(['ビットコイン', '이더리움', '狗狗幣', 'Bitcoin'])
  expect([currencyNameOf('USDT', 'zh-Hans'), currencyNameOf('USDT', 'fr'), currencyNameOf('USD', 'de')]).toEqual([
    '泰达币',
    'Tether',
    'US-Dollar',
  ])
})

it('builds a list once per language', () => {
  expect(inLanguage(market.instruments(), 'ja')).toBe(inLanguage(market.instruments(), 'ja'))
  expect(inLanguage(market.instruments(), 'ja')).not.toBe(inLanguage(market.instruments(), 'ko'))
})
