import { measure } from '../kit/fit.ts'
import { stops, tour } from '../kit/catalogue.ts'
import { leveraged, openLever } from '../kit/flows/lever.ts'
import { LONG } from '../kit/long.ts'
import { createTextCheck, textsOfPage } from '../kit/pageText.ts'
import { goto } from '../kit/screen.ts'
import { activate } from '../kit/flows/seconds.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'

// Tests the measure that `npm run prove walk` applies to every screen, and the tabs and trading screens in long words.

/** One fault of each kind, and a valid counterpart beside each. */
const FAULTS = `<!doctype html><meta name="viewport" content="width=device-width"><body style="margin:0;font:16px monospace">
<div style="width:500px;height:1px"></div>
<p style="width:60px;overflow:hidden;white-space:nowrap">cut at its end</p>
<p style="width:60px;overflow:auto;white-space:nowrap">fits, since it scrolls</p>
<p style="width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">own words</p>
<p style="width:60px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">words of content</p>
<p style="width:40px;overflow-wrap:anywhere">98,123.45</p>
<p style="position:absolute;left:300px;top:0;white-space:nowrap">leaves the window</p>
<p style="position:absolute;left:20px;top:300px">below another</p><p style="position:absolute;left:30px;top:304px">above another</p>
<button style="position:absolute;left:20px;top:400px;width:100px;height:60px">one</button><button style="position:absolute;left:90px;top:410px;width:100px;height:60px">two</button>
<button style="position:absolute;left:20px;top:500px;width:60px;height:20px">low</button>
<button style="position:absolute;left:120px;top:500px;width:60px;height:60px">good</button>
<div style="position:absolute;left:200px;top:500px;width:90px;height:140px;overflow:auto">
<div style="height:60px">scrolled under</div><div style="height:60px">under the bar</div><button style="height:60px;width:60px">under</button>
<div style="position:sticky;bottom:0;height:60px;background:#fff"><button style="height:60px;width:60px">sticky</button></div></div>
<input id="small" style="position:absolute;left:20px;top:570px;width:60px;height:50px;font-size:15px"><input id="large" style="position:absolute;left:130px;top:570px;width:60px;height:50px;font-size:16px">`

test('the measure finds each kind of misfit, and reports no valid element', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.setContent(FAULTS)
  const { misfits } = await measure(page, ['own words'])
  expect(misfits.map(({ what, text }) => `${what}: ${text}`).toSorted()).toEqual([
    'controls overlap: one',
    'iOS zooms into the field: small',
    'page scrolls sideways: ',
    'target is small: low',
    'text is cut: cut at its end',
    'text is shortened: own words',
    'text leaves the window: leaves the window',
    'texts overlap: below another',
    'word is broken: 98,123.45',
  ])
  await page.setContent(
    '<body style="font:16px monospace"><p lang="de" style="width:90px;hyphens:auto">Auszahlungs&shy;adresse</p>',
  )
  expect((await measure(page)).misfits).toEqual([])
  expect((await measure(page, [], 1)).misfits.map(({ what }) => what)).toEqual(['word is broken'])
})

/** A scrolling area of 100 px with 180 px of lines, and a bar of 50 px at its lower edge. */
const barred = (name: string, bar: string) => `<div style="width:200px;height:100px;overflow:auto">
${['first', 'second', 'third', 'last'].map((line) => `<div style="line-height:45px">${line} of ${name}</div>`).join('')}
<div style="position:sticky;bottom:0;height:50px;background:#fff;${bar}">bar</div></div>`

test('the measure reports what a bar covers wherever it is scrolled to', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.setContent(
    `<!doctype html><meta name="viewport" content="width=device-width"><body style="margin:0;font:16px monospace">${
      barred('good', '') + barred('bad', 'margin-top:-50px')
    }<div style="height:100px;overflow:auto">${'<p>text</p>'.repeat(9)}<button style="height:50px;width:90px">pay</button></div>
<div style="position:fixed;top:250px;height:50px;width:300px;background:#fff">fixed</div>`,
  )
  const { misfits } = await measure(page)
  expect(misfits.map(({ what, text, by }) => `${what}: ${text}, ${by}`)).toEqual([
    'a bar covers it: last of bad, “bar”',
    'a bar covers it: pay, “fixed”',
  ])
  expect(
    await page.evaluate(() => [...document.querySelectorAll('div')].every(({ scrollTop }) => scrollTop === 0)),
  ).toBe(true)
})

/** In another language than English: one fault of each kind, and valid counterparts. */
const SAID: Record<string, Record<string, string | null>> = {
  de: {
    Cancel: 'a text of English',
    'tab.home': 'a key',
    '2026-11-22T10:00:00Z': 'a raw date',
    '1790000000': 'a raw moment',
    'NaN USDT': 'a value that is none',
    null: 'a value that is none',
    'Hello {{name}}': 'a text without its arguments',
    'The review takes a day.': 'an English sentence',
    Abbrechen: null,
    '2026-11-22 10:00:00': null,
    'BTC/USDT': null,
    '98.123,45': null,
  },
  ar: {
    Cancel: 'a text of English',
    'Ask in the chat': 'an English sentence',
    'Placard Sandbox Ltd': null,
    إلغاء: null,
  },
  en: { Cancel: null, 'The review takes a day.': null, undefined: 'a value that is none' },
}

test('text in another language than the user’s is announced, wherever it is shown', async ({ page }) => {
  await page.setContent(
    '<title>Title</title><p>seen</p><p hidden>hidden</p><button aria-label="named"></button><input placeholder="hint"><img alt="picture" style="width:9px;height:9px"><script type="text/plain">code</script>',
  )
  expect((await textsOfPage(page)).toSorted()).toEqual(['Title', 'hint', 'named', 'picture', 'seen'])
  for (const [lang, said] of Object.entries(SAID)) {
    const judge = createTextCheck(lang)
    expect(Object.fromEntries(Object.keys(said).map((text) => [text, judge(text)]))).toEqual(said)
  }
})

/** The tabs and the screens of trading. */
const NARROW = [
  '/pages/index/index',
  '/pages/market/index',
  '/pages/trade/index?symbol=BTCUSDT',
  '/pages/trade/index?symbol=BTCUSDT&kind=seconds',
  '/pages/contract/index?symbol=BTCUSDT',
  '/pages/assets/index',
  '/pages/whdetail/index?symbol=BTCUSDT',
  '/pages/kline/index?symbol=BTCUSDT',
]

test(
  'German at 320 px: no word of the tabs and trading screens is broken, and no text is cut',
  LONG,
  async ({ page, request }) => {
    const { token } = await leveraged(request)
    for (const product of ['spot', 'seconds'] as const) await activate(request, token, 'BTCUSDT', product)
    await openLever(request, token)
    await page.setViewportSize({ width: 320, height: 568 })
    await storeSettings(page, { token, lang: 'de' })
    const found: string[] = []
    for (const route of NARROW) {
      await goto(page, route)
      const { misfits, texts } = await measure(page, [], 1)
      expect(texts, route).toBeGreaterThan(5)
      found.push(...misfits.map(({ what, text, at, by }) => `${route}: ${what}: ${text} (${by}, ${at})`))
    }
    expect(found).toEqual([])
  },
)

for (const { lang, width, height } of [
  { lang: 'en', width: 390, height: 844 },
  { lang: 'de', width: 320, height: 568 },
])
  test(`no bar covers anything for good on any screen: ${lang}, ${width} px`, LONG, async ({ page, request }) => {
    const { token } = await registerUser(request)
    await storeSettings(page, { token, lang })
    await page.setViewportSize({ width, height })
    const found: string[] = []
    await tour(page, await stops(request, token), async ({ route }) => {
      const { misfits } = await measure(page)
      found.push(
        ...misfits
          .filter(({ what }) => what === 'a bar covers it')
          .map(({ text, at, by }) => `${route}: ${text} (${by}, ${at})`),
      )
    })
    expect(found).toEqual([])
  })
